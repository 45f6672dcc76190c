package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of mistake is reported with its line, its path and what is allowed. */
class WrongFilesTest {
  private static final String URL = "url: https://blog.example/items\n";
  private static final String ITEM = "item: {provider-id: /id}";
  private static final String SEND = "provider-id: /id\n    readback";
  private static final String BY_REFERENCE =
      "{by: reference, url: \"https://blog.example/items?ref={operationId}\"}";

  static Stream<Wrong> files() {
    return Stream.of(
        // The file as a whole
        whole("", 0, "is empty"),
        whole("# nothing but a comment\n", 0, "is empty"),
        whole("[]", 1, "must be a mapping, but is a list"),
        whole("destinations: {}", 1, "needs at least one destination"),
        whole("defaults: {lease: 60s}", 1, "`destinations` is missing"),
        whole("destinations:\n\tblog: {}", 2, "a tab cannot indent"),
        whole("destinations: {blog: [}", 1, "is not YAML"),
        whole("a: 1\n---\nb: 2\n", 2, "more than one YAML document"),
        whole("destinations: *nowhere", 1, "is not YAML: found undefined alias"),
        whole("destinations:\n  a: \"\u0007\"", 2, "U+0007"),
        new Wrong(
            "destinations:", "destination:", 3, "destination", "did you mean `destinations`?"),
        new Wrong("  blog:", "  my blog:", 4, "destinations.my blog", "letters, digits"),
        // Keys and types
        of("account: acme", "acount: acme", 4, "", "`account` is missing"),
        of("account: acme", "acount: acme", 6, ".acount", "did you mean `account`?"),
        of("account: acme", "account: acme\n    account: b", 7, ".account", "first is in line 6"),
        of("account: acme", "account:", 6, ".account", "is empty"),
        of("account: acme", "account: [a]", 6, ".account", "but is a list"),
        of("account: acme", "account: true", 6, ".account", "put `true` in quotes"),
        of("account: acme", "account: ' acme'", 6, ".account", "without blanks at its ends"),
        of("account: acme", "account: !secret acme", 6, ".account", "tag `!secret` is not allowed"),
        of("account: acme", "account: 'x${env:A}'", 6, ".account", "must be the whole value"),
        of("account: acme", "account: '${env:GONE}'", 6, ".account", "${env:GONE} has no usable"),
        of("account: acme", "account: acme\n    <<: text", 7, "", "`<<` takes a mapping"),
        of(
            "account: acme",
            "account: acme\n    ? [a]\n    : b",
            7,
            "",
            "a key must be a single text"),
        of("connector: http", "connector: HTTP", 5, ".connector", "lower-case letters"),
        of("connector: http", "connector: '${env:C}'", 5, ".connector", "is not allowed here"),
        of("connector: http", "connector: http\n    pool: a b", 6, ".pool", "lower-case letters"),
        of("connector: http", "connector: http\n    approval: no", 6, ".approval", "not-required"),
        of(
            "connector: http",
            "connector: http\n    preset: ghost",
            6,
            ".preset",
            "`ghost` is no preset; there are "),
        of(
            "connector: http",
            "connector: http\n    rate: 5",
            6,
            ".rate",
            "goes into `limits: {rate: 10/s}`"),
        of("send:\n", "sent:\n", 4, "", "`send` is missing"),
        of(
            "connector: http",
            "connector: http\n    operation-ids: 'a['",
            6,
            ".operation-ids",
            "`a[` must be a regular expression that a whole operation ID must match"),
        // Policy
        new Wrong("lease: 60s", "lease: 60", 2, "defaults.lease", "ms, s, m, h or d"),
        new Wrong("lease: 60s", "lease: 1.5s", 2, "defaults.lease", "a whole number"),
        new Wrong("lease: 60s", "lease: -5s", 2, "defaults.lease", "from 100ms to 1d"),
        new Wrong("lease: 60s", "lease: 0s", 2, "defaults.lease", "from 100ms to 1d"),
        new Wrong("lease: 60s", "leese: 60s", 2, "defaults.leese", "did you mean `lease`?"),
        new Wrong("lease: 60s", "attempts: {max: 0}", 2, "defaults.attempts.max", "from 1 to 100"),
        new Wrong("lease: 60s", "attempts: {max: 1.5}", 2, "defaults.attempts.max", "whole number"),
        new Wrong("lease: 60s", "attempts: {factor: .5}", 2, "defaults.attempts.factor", "1 to 10"),
        new Wrong(
            "lease: 60s", "attempts: {initial: 1h}", 2, "defaults.attempts", "not be shorter"),
        new Wrong("lease: 60s", "attempts: 3", 2, "defaults.attempts", "must be a mapping"),
        new Wrong(
            "lease: 60s", "readbacks: {deadline: 10ms}", 2, "defaults.readbacks", "`deadline`"),
        new Wrong("lease: 60s", "offers: {every: 2d}", 2, "defaults.offers", "`limit` (1d)"),
        new Wrong("lease: 60s", "dedupe-window: 99999d", 2, "defaults.dedupe-window", "to 36500d"),
        // Send
        of(URL, "timeout: 5s\n", 8, ".send", "`url` is missing"),
        of(URL, "url: blog.example/items\n", 9, ".send.url", "http:// or https://"),
        of(URL, "url: https://{attributes.host}/x\n", 9, ".send.url", "only after the host"),
        of(URL, "url: https://blog.example{attributes.x}\n", 9, ".send.url", "after the host"),
        of(URL, "url: '{publicUrl}'\n", 9, ".send.url", "`{publicUrl}` has no value here"),
        of(URL, "url: https://u:p@blog.example/\n", 9, ".send.url", "credentials belong"),
        of(URL, "url: https://blog.example/../x\n", 9, ".send.url", "path segment"),
        of(URL, "url: https://blog.example/a b\n", 9, ".send.url", "white space"),
        of(URL, "url: 'https://blog.example/{a'\n", 9, ".send.url", "never closed"),
        of(URL, "url: 'https://blog.example/a}'\n", 9, ".send.url", "without a `{`"),
        of(URL, "url: 'https://blog.example/{a*}'\n", 9, ".send.url", "{?a,b}"),
        of(URL, "url: 'https://blog.example/${ENV}'\n", 9, ".send.url", "${env:NAME}"),
        of(URL, "url: '${env:A}://x/{attributes.y}'\n", 9, ".send.url", "scheme and host"),
        of(URL, "url: 'https://blog.example/{slug}'\n", 9, ".send.url", "`{slug}` is no variable"),
        of(URL, "url: 'https://blog.example/{providerId}'\n", 9, ".send.url", "has no value here"),
        of(URL, URL + "      method: GET\n", 10, ".send.method", "one of DELETE, PATCH, POST, PUT"),
        of(URL, URL + "      body: '{payload.x}'\n", 10, ".send.body", "must be `payload`"),
        of(URL, URL + "      timeout: 0s\n", 10, ".send.timeout", "from 10ms to 1h"),
        of(URL, URL + "      public-url: link\n", 10, ".send.public-url", "starting with `/`"),
        of(URL, URL + "      public-url: /a~2\n", 10, ".send.public-url", "JSON Pointer"),
        of(
            URL,
            URL + "      headers: {Host: a}\n",
            10,
            ".send.headers.Host",
            "set by the HTTP client"),
        of(URL, URL + "      headers: {'A B': a}\n", 10, ".send.headers.A B", "no header name"),
        of(URL, URL + "      headers: {A: 1, a: 2}\n", 10, ".send.headers.a", "same header as `A`"),
        of(
            URL,
            URL + "      headers: {A: \"x\\ny\"}\n",
            10,
            ".send.headers.A",
            "control character"),
        of(
            URL,
            URL + "      headers: {A: '{?operationId}'}\n",
            10,
            ".send.headers.A",
            "only {name}"),
        of(URL, URL + "      rules: {}\n", 10, ".send.rules", "must be a list of rules"),
        rule("{status: 200}", "", "`result` is missing"),
        rule("{status: 99, result: refused}", ".status", "from 100 to 599"),
        rule("{status: [], result: refused}", ".status", "is an empty list"),
        rule("{status: 200, result: ok}", ".result", "not-committed"),
        rule("{result: refused}", "", "applies to every answer"),
        rule("{body: {status: x}, result: refused}", ".body.status", "must be a JSON Pointer"),
        rule("{body: {/a: [1]}, result: refused}", ".body./a", "but is a list"),
        rule(
            "{body: {/a: {equal: 1}}, result: refused}",
            ".body./a.equal",
            "did you mean `equals`?"),
        rule("{body: {/a: 1e999999}, result: refused}", ".body./a", "no number"),
        rule("{body: {}, result: refused}", ".body", "is empty"),
        rule("{status: 6xx, result: refused}", ".status", "a class of them such as 5xx"),
        rule(
            "{status: 200, result: refused, retry-after: /a}",
            ".retry-after",
            "`result: deferred`"),
        rule("{status: 200, result: deferred, retry-after: soon}", ".retry-after", "from 1s to 7d"),
        rule("{body: {/a: {in: []}}, result: refused}", ".body./a.in", "empty list"),
        rule("{body: {/a: {matches: '('}}, result: refused}", ".body./a.matches", "regular"),
        rule("{body: {/a: {in: [1], contains: a}}, result: refused}", ".body./a", "but has 2"),
        // Body
        body("{}", "", "exactly one of json, form and text, but has none"),
        body("{json: {a: 1}, text: a}", "", "but has 2"),
        body("{jsn: {}}", ".jsn", "did you mean `json`?"),
        body("{json: {a: '{payload.x'}}", ".json.a", "never closed"),
        body("{json: {a: 'x}'}}", ".json.a", "for the character itself write }}"),
        body("{json: {a: '${env:X}'}}", ".json.a", "must not hold a secret"),
        body("{json: {a: '{firstSentAt}'}}", ".json.a", "has no value here"),
        body("{json: {a: ['{?payload.x}']}}", ".json.a[0]", "only {name}"),
        body("{form: {}}", ".form", "at least one field"),
        body("{text: a, content-type: text}", ".content-type", "a media type"),
        of(SEND, keyed("text: a"), 12, ".idempotency", "a text body has no fields"),
        of(
            SEND,
            keyed("form: {k: a}"),
            12,
            ".idempotency",
            "must hold the key itself, `{operationId}` at /k"),
        // Access
        access("auth: {}", ".auth", "exactly one of basic, bearer, api-key and oauth2"),
        access("auth: {bearer: a, basic: {user: a, password: b}}", ".auth", "but has 2"),
        access("auth: {basic: {user: a}}", ".auth.basic", "`password` is missing"),
        access("auth: {bearer: '{operationId}'}", ".auth.bearer", "has no value here"),
        access("auth: {api-key: {header: Host, value: a}}", ".auth.api-key.header", "HTTP client"),
        access(
            "auth: {oauth2: {token-url: 'login', client-id: a, client-secret: b}}",
            ".auth.oauth2.token-url",
            "http:// or https://"),
        access("auth: {bearer: a}\n    headers: {authorization: b}", ".auth", "also set by"),
        access("tls: {}", ".tls", "needs a `ca`"),
        access("tls: {key: /a}", ".tls", "go together"),
        access("tls: {ca: a.pem}", ".tls.ca", "absolute path"),
        access("egress: {allow: ['a b']}", ".egress.allow[0]", "a range such as 10.0.0.0/8"),
        access("egress: {allow: [10.0.0.0/33]}", ".egress.allow[0]", "a range such as 10.0.0.0/8"),
        access("egress: {private: yes}", ".egress.private", "refused"),
        access("limits: {rate: 10}", ".limits.rate", "such as 10/s, 80/m or 500/h"),
        access("limits: {rate: 2000000/s}", ".limits.rate", "from 1 to 1000000"),
        access("limits: {concurrency: 0}", ".limits.concurrency", "from 1 to 1000"),
        // Key
        key("{window: 1h}", "", "exactly one of header, body-field, query and path, but has none"),
        key("{header: A, query: b}", "", "but has 2"),
        key("{header: Host}", ".header", "set by the HTTP client"),
        key("{header: A, value: fixed}", ".value", "same for every operation"),
        key("{header: A, value: '{operationId}${env:S}'}", ".value", "must not hold a secret"),
        key("{header: A, value: '{firstSentAt}'}", ".value", "allowed here are operationId"),
        key("{header: A, max-length: 0}", ".max-length", "from 1 to 1024"),
        key("{header: A, window: soon}", ".window", "ms, s, m, h or d"),
        key("{query: a, quoted: true}", ".quoted", "only a header can be quoted"),
        key("{body-field: ''}", ".body-field", "must name a field"),
        key("{path: payload}", ".path", "already has a meaning"),
        key("{path: txn}", "", "`send.url` does not use {txn}"),
        // Readback and item
        of(BY_REFERENCE, "{by: search, url: x}", 13, ".readback[1].by", "public-url"),
        reference("{url: 'https://h/{operationId}'}", "", "`by` is missing"),
        reference("{by: reference, url: 'https://h/{providerId}'}", ".url", "has no value here"),
        reference("{by: reference, url: 'https://h/x'}", "", "asks the same for every operation"),
        reference("{by: list, url: 'https://h/x'}", "", "a list needs `match`"),
        reference("{by: public-url, url: '{publicUrl}'}", "..", "`{publicUrl}` is never known"),
        reference(
            "{by: reference, url: 'https://h/{operationId}', next: '/a~'}", ".next", "link-header"),
        reference("{by: id, url: 'https://h/{providerId}', next: /n}", ".next", "has no pages"),
        reference(
            "{by: reference, url: 'https://h/{operationId}', match: []}", ".match", "empty list"),
        reference(
            "{by: list, url: 'https://h/', match: {sent: /a}}", ".match", "`found` is missing"),
        reference(
            "{by: list, url: 'https://h/', match: {sent: /a, found: /a, normalise: [trimm]}}",
            ".match.normalise[0]",
            "did you mean `trim`?"),
        reference(
            "{by: list, url: 'https://h/', match: {sent: /a, value: b, found: /a}}",
            ".match",
            "both `sent` and `value`"),
        reference(
            "{by: reference, url: 'https://h/{reference}', as: document, items: /a}",
            ".items",
            "leave `items` out"),
        reference(
            "{by: reference, url: 'https://h/{reference}', next: {cursor: /a, last: /b, query: c}}",
            ".next",
            "exactly one of cursor and last"),
        reference("{by: id, url: 'https://h/{reference}', redirects: yes}", ".redirects", "follow"),
        of("provider-id: /id", "public-url: /u", 11, ".readback", "`{providerId}` is never known"),
        item("{account: {at: /a}}", ".account", "`equals` is missing"),
        item("{removed: {}}", ".removed", "a `status`, a `body` or both"),
        item("{content: [{sent: /a}]}", ".content[0]", "`found` is missing"),
        item("{content: [{sent: /a, found: /b, contains: true}]}", ".content[0].contains", "whole"),
        item("{complete: /a}", ".complete", "must be a mapping"),
        // Parts that must fit together
        of(
            "account: acme",
            "account: acme\n    verification: provider-ack",
            7,
            ".verification",
            "`provider-ack` is only"),
        of(SEND, "job: /job\n    readback", 8, ".send", "no `job` block"),
        of(
            ITEM,
            "job: {url: 'https://h/{job}', done: {/s: 1}}",
            14,
            ".job",
            "no answer names a job"),
        of(ITEM, "job: {url: 'https://h/', done: {/s: 1}}", 14, ".job.url", "must name the job"),
        of(ITEM, "job: {url: 'https://h/{job}'}", 14, ".job", "`done` is missing"),
        of(ITEM, "absence: {confirmations: 0}", 14, ".absence.confirmations", "from 1 to 10"),
        of(ITEM, "absence: {after: now}", 14, ".absence.after", "report, lease-end"),
        of(
            ITEM,
            "identity: {url: 'https://h/{operationId}', equals: {/a: b}}",
            14,
            ".identity.url",
            "none is allowed"),
        of(ITEM, "identity: {url: 'https://h/'}", 14, ".identity", "`equals` is missing"),
        of(
            ITEM,
            "headers: {K: 1}\n    idempotency: {header: k}",
            15,
            ".idempotency",
            "also set by"));
  }

  private static Wrong whole(String text, int line, String fragment) {
    return new Wrong("", text, line, "", fragment);
  }

  private static Wrong of(String find, String replacement, int line, String path, String fragment) {
    return new Wrong(find, replacement, line, "destinations.blog" + path, fragment);
  }

  private static Wrong rule(String rule, String path, String fragment) {
    return of(URL, URL + "      rules: [" + rule + "]\n", 10, ".send.rules[0]" + path, fragment);
  }

  private static Wrong body(String body, String path, String fragment) {
    return of(URL, URL + "      body: " + body + "\n", 10, ".send.body" + path, fragment);
  }

  private static String keyed(String body) {
    return """
    provider-id: /id
          body: {%s}
        idempotency: {body-field: /k}
        readback\
    """
        .formatted(body);
  }

  private static Wrong access(String line, String path, String fragment) {
    return of("account: acme", "account: acme\n    " + line, 7, path, fragment);
  }

  private static Wrong key(String key, String path, String fragment) {
    return of(ITEM, "idempotency: " + key, 14, ".idempotency" + path, fragment);
  }

  private static Wrong item(String item, String path, String fragment) {
    return of(ITEM, "item: " + item, 14, ".item" + path, fragment);
  }

  /** A wrong second readback; the path {@code ..} means the list of readbacks. */
  private static Wrong reference(String entry, String path, String fragment) {
    return path.equals("..")
        ? of(BY_REFERENCE, entry, 11, ".readback", fragment)
        : of(BY_REFERENCE, entry, 13, ".readback[1]" + path, fragment);
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldReportLinePathAndWhatIsAllowedWhenFileIsWrong(Wrong wrong) {
    InvalidDestinationsException refused =
        assertThrows(InvalidDestinationsException.class, () -> parse(wrong.text()));

    List<Mistake> mistakes = refused.mistakes();
    assertTrue(
        mistakes.stream()
            .anyMatch(
                m ->
                    m.line() == wrong.line()
                        && (wrong.path().isEmpty() || m.path().equals(wrong.path()))
                        && m.message().contains(wrong.fragment())),
        () -> "expected " + wrong + " among\n" + refused.getMessage());
  }

  @Test
  void shouldAcceptTheFileThatTheWrongOnesAreMadeFrom() {
    assertEquals(1, parse(Wrong.RIGHT).byName().size());
  }

  @Test
  void shouldReportAllMistakesInOrderWhenFileHasSeveral() {
    String text =
        Wrong.RIGHT
            .replace("60s", "60")
            .replace("account: acme", "acount: acme")
            .replace("https://blog.example/items\n", "ftp://blog.example\n");

    InvalidDestinationsException refused =
        assertThrows(InvalidDestinationsException.class, () -> parse(text));

    assertEquals(List.of(2, 4, 6, 9), refused.mistakes().stream().map(Mistake::line).toList());
    assertTrue(String.valueOf(refused.getMessage()).startsWith("some.yaml:2:10: defaults.lease: "));
  }

  private static Destinations parse(String text) {
    return DestinationsFile.parse("some.yaml", text, new FixedResolver(name -> Optional.empty()));
  }
}
