// Checks signed receipts with nothing but Node and the public keys; exit code 1 if one is not valid:
//   node verify-receipt.mjs keys.json < receipts.ndjson
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { keys } = JSON.parse(readFileSync(process.argv[2], 'utf8'))

// RFC 8785, for what receipts hold; a member that is null is not signed.
const canonical = value =>
  Array.isArray(value) ? `[${value.map(canonical)}]`
    : value instanceof Object ? `{${Object.keys(value).sort().filter(name => value[name] !== null)
        .map(name => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`
      : JSON.stringify(value)

function verdict ({ signature, ...receipt }) {
  if (signature === undefined || signature === null) return 'unsigned'
  if (Object.keys(signature).sort().join() !== 'algorithm,keyId,value') return 'altered'
  const key = keys.find(jwk => jwk.kid === signature.keyId)
  if (!key) return 'unknown key'
  const signed = Buffer.from('onefold-receipt-v1\n' + canonical(receipt))
  const value = Buffer.from(String(signature.value), 'base64url')
  return signature.algorithm === 'Ed25519' && value.toString('base64url') === signature.value &&
    verify(null, signed, createPublicKey({ key, format: 'jwk' }), value) ? 'valid' : 'altered'
}

for (const line of readFileSync(0, 'utf8').split('\n').filter(line => line.trim())) {
  const receipt = JSON.parse(line)
  const said = verdict(receipt)
  if (said !== 'valid') process.exitCode = 1
  // As JSON in ASCII: an ID with a line feed in it must not look like a line of ours.
  console.log(`${said}  ${(JSON.stringify(receipt.operationId) ?? 'null').replace(/[^ -~]/g,
    char => `\\u${char.charCodeAt().toString(16).padStart(4, '0')}`)}`)
}
