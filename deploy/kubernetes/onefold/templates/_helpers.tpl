{{- define "onefold.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name -}}
{{- end -}}
{{- end -}}

{{- /* Name of the StatefulSet of a part. A label with its name and a hash of 11 characters must fit into 63. */ -}}
{{- define "onefold.part" -}}
{{- $name := printf "%s-%s" (include "onefold.fullname" .root) .part -}}
{{- if gt (len $name) 52 -}}
{{- fail (printf "the name %s has %d characters; allowed are 52: choose a shorter release name, fullnameOverride or pool" $name (len $name)) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{- /* What tells the pods of a part from all others; part is "ledger" or "worker-POOL". */ -}}
{{- define "onefold.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "onefold.labels" -}}
{{ include "onefold.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "onefold.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}

{{- /* All settings of a pool: those of 'worker', and over them its own. JSON. */ -}}
{{- define "onefold.pool" -}}
{{- $pool := mergeOverwrite (deepCopy .root.Values.worker) (deepCopy (index .root.Values.pools .name | default dict)) -}}
{{- $_ := set $pool "pool" ($pool.pool | default .name) -}}
{{- $_ := set $pool "part" (printf "worker-%s" .name) -}}
{{- $pool | toJson -}}
{{- end -}}

{{- /* The topics of commands, without their prefix: the pool 'default' has one without a suffix, always. JSON. */ -}}
{{- define "onefold.commands" -}}
{{- $names := list "commands" -}}
{{- range $key, $_ := .Values.pools -}}
{{- $pool := (include "onefold.pool" (dict "root" $ "name" $key) | fromJson).pool -}}
{{- if ne $pool "default" -}}
{{- $names = append $names (printf "commands.%s" $pool) -}}
{{- end -}}
{{- end -}}
{{- $names | uniq | sortAlpha | toJson -}}
{{- end -}}

{{- define "onefold.contracts" -}}
{{- .Values.destinations.configMap | default (printf "%s-destinations" (include "onefold.fullname" .)) -}}
{{- end -}}

{{- define "onefold.kafkaOptions" -}}
- --bootstrap-servers={{ .Values.kafka.bootstrapServers }}
- --config=/etc/onefold/kafka/kafka.properties
- --topic-prefix={{ .Values.kafka.topicPrefix }}
- --destinations=/etc/onefold/contracts/destinations.yaml
{{- end -}}

{{- define "onefold.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "onefold.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "onefold.env" -}}
- name: POD_NAME
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
- name: POD_NAMESPACE
  valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
- name: ONEFOLD_LOG
  value: {{ .logLevel | quote }}
{{- with .javaOptions }}
- name: ONEFOLD_JAVA_OPTS
  value: {{ . | quote }}
{{- end }}
{{- with .extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* What ledger and workers mount alike; kafkaSecret: credentials of this role. */ -}}
{{- define "onefold.mounts" -}}
- {name: data, mountPath: /data}
- {name: tmp, mountPath: /tmp}
- {name: contracts, mountPath: /etc/onefold/contracts, readOnly: true}
- {name: kafka, mountPath: /etc/onefold/kafka, readOnly: true}
{{- if .root.Values.kafka.tls }}
- {name: kafka-ca, mountPath: /etc/onefold/kafka-ca, readOnly: true}
{{- end }}
{{- if ne .root.Values.kafka.authentication "none" }}
- {name: kafka-user, mountPath: /etc/onefold/kafka-user, readOnly: true}
{{- end }}
{{- end -}}

{{- define "onefold.volumes" -}}
- {name: tmp, emptyDir: {sizeLimit: 256Mi}}
- {name: contracts, configMap: {name: {{ include "onefold.contracts" .root }}}}
- {name: kafka, configMap: {name: {{ include "onefold.fullname" .root }}-kafka}}
{{- if .root.Values.kafka.tls }}
- name: kafka-ca
  secret: {secretName: {{ .root.Values.kafka.caSecret }}, items: [{key: ca.crt, path: ca.crt}]}
{{- end }}
{{- if ne .root.Values.kafka.authentication "none" }}
- {name: kafka-user, secret: {secretName: {{ include "onefold.kafkaSecret" . }}}}
{{- end }}
{{- end -}}

{{- define "onefold.kafkaSecret" -}}
{{- if .kafkaSecret -}}
{{- .kafkaSecret -}}
{{- else if .root.Values.strimzi.users -}}
{{- include "onefold.part" . -}}
{{- else -}}
{{- fail (printf "kafka.authentication is %s, so %s needs a kafkaSecret, or strimzi.users: true" .root.Values.kafka.authentication .part) -}}
{{- end -}}
{{- end -}}

{{- /* Nothing, for a Kafka property that may lie in a ConfigMap: one line, and a secret only as a reference to a file. */ -}}
{{- define "onefold.property" -}}
{{- if regexMatch "[\\r\\n]" (print .name .value) -}}
{{- fail (printf "kafka.properties has a line break in %q: each property is one line of a file; allowed are names and values without line breaks" .name) -}}
{{- end -}}
{{- $plain := regexReplaceAll "[$][{][^}]*[}]" .value "" -}}
{{- $named := and (regexMatch "(?i)(password|[.]key|[.]secret|[.]auth[.]token|basic[.]auth[.]user[.]info)$" .name) (eq $plain .value) (ne .value "") -}}
{{- $inside := and (hasSuffix "sasl.jaas.config" .name) (regexMatch "(?i)(password|secret)\\s*=\\s*[\"']?[^\"'\\s;]" $plain) -}}
{{- $address := regexMatch "://[^/@\\s]*:[^/@\\s]+@" $plain -}}
{{- if or $named $inside $address -}}
{{- fail (printf "kafka.properties.%s holds a secret, and would lie in a ConfigMap that many may read: put it under a key of the Secrets kafkaSecret of ledger and worker, and write ${dir:/etc/onefold/kafka-user:KEY} here, which kafka.authentication scram-sha-512 and tls can read" .name) -}}
{{- end -}}
{{- end -}}

{{- /* A change of what is mounted starts the pods anew, one after the other. */ -}}
{{- define "onefold.checksum" -}}
{{- printf "%s%s" (include (print $.Template.BasePath "/destinations.yaml") .) (include (print $.Template.BasePath "/kafka.yaml") .) | sha256sum -}}
{{- end -}}

{{- define "onefold.claim" -}}
metadata:
  name: data
spec:
  accessModes: [{{ .accessMode }}]
  {{- with .className }}
  storageClassName: {{ . | quote }}
  {{- end }}
  resources: {requests: {storage: {{ .size }}}}
{{- end -}}

{{- /* One pod on each node where possible. */ -}}
{{- define "onefold.placement" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "onefold.selector" . | nindent 8 }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "onefold.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - {name: {{ . }}}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The files of a Secret as one option: .keys has secret and files, .folder is where it is mounted. */}}
{{- define "onefold.keyFiles" -}}
{{- if not .keys.files }}
{{- fail (printf "%s.files is empty; name the keys of the Secret %s, the one in use first" .value .keys.secret) }}
{{- end }}
{{- $paths := list -}}
{{- $folder := .folder -}}
{{- range .keys.files }}{{ $paths = append $paths (printf "%s/%s" $folder .) }}{{ end -}}
{{- join "," $paths -}}
{{- end -}}

{{- define "onefold.payloadKeys" -}}
{{- with .Values.payloadKeys }}
{{- if .secret }}
- --payload-key-file={{ include "onefold.keyFiles" (dict "keys" . "folder" "/etc/onefold/payload-keys" "value" "payloadKeys") }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "onefold.payloadKeysMount" -}}
{{- if .Values.payloadKeys.secret }}
- {name: payload-keys, mountPath: /etc/onefold/payload-keys, readOnly: true}
{{- end }}
{{- end -}}

{{- define "onefold.payloadKeysVolume" -}}
{{- if .Values.payloadKeys.secret }}
- {name: payload-keys, secret: {secretName: {{ .Values.payloadKeys.secret }}, defaultMode: 0440}}
{{- end }}
{{- end -}}
