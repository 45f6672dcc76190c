package io.onefold.destination;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads a JSON payload; every mistake is a {@link ExpansionException} that names its field. */
final class MailDraftReader {
  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build()
          .reader();
  private static final List<String> FIELDS =
      List.of("to", "cc", "bcc", "reply-to", "subject", "text", "html", "headers", "attachments");
  private static final List<String> ATTACHMENT_FIELDS =
      List.of("filename", "content-type", "base64");

  private static final int MOST_HEADERS = 50;
  private static final int LONGEST_HEADER = 900;
  private static final int LONGEST_FILENAME = 200;
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}");

  private static final Pattern MEDIA_TYPE =
      Pattern.compile(
          "[a-z0-9.+-]+/[a-z0-9.+-]+(?:; ?[a-z0-9-]+=(?:[a-z0-9._+-]+|\"[ !#-\\[\\]-~]*\"))*");

  /** Headers that follow from other fields, or that only servers write. */
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "from",
          "sender",
          "to",
          "cc",
          "bcc",
          "reply-to",
          "subject",
          "date",
          "message-id",
          "mime-version",
          "return-path",
          "received");

  private static final List<String> OWN_PREFIXES = List.of("content-", "resent-", "x-onefold-");

  private final JsonNode root;

  private MailDraftReader(JsonNode root) {
    this.root = root;
  }

  static MailDraft read(byte[] payload) {
    JsonNode root;
    try {
      root = JSON.readTree(payload);
    } catch (JacksonException e) {
      throw new ExpansionException("the payload is no JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new ExpansionException("the payload is no JSON");
    }
    if (!root.isObject()) {
      throw new ExpansionException("the payload must be a JSON object with " + list(FIELDS));
    }
    return new MailDraftReader(root).draft();
  }

  private MailDraft draft() {
    if (root.has("from")) {
      throw new ExpansionException(
          "`from` is not known here: every mail is from the address of the contract");
    }
    onlyKnown(root, "", FIELDS);
    MailDraft draft =
        new MailDraft(
            mailboxes("to"),
            mailboxes("cc"),
            mailboxes("bcc"),
            mailboxes("reply-to"),
            subject(),
            body("text"),
            body("html"),
            headers(),
            attachments());
    int recipients = draft.to().size() + draft.cc().size() + draft.bcc().size();
    if (recipients == 0 || recipients > MailDraft.MOST_RECIPIENTS) {
      throw new ExpansionException(
          "`to`, `cc` and `bcc` must name 1 to %d recipients together, but name %d"
              .formatted(MailDraft.MOST_RECIPIENTS, recipients));
    }
    if (draft.text().isEmpty() && draft.html().isEmpty()) {
      throw new ExpansionException("`text` or `html` is needed: the body of the mail");
    }
    return draft;
  }

  private static void onlyKnown(JsonNode in, String where, List<String> known) {
    Set<String> unknown = new TreeSet<>();
    in.fieldNames().forEachRemaining(unknown::add);
    known.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw new ExpansionException(
          "`%s%s` is not known; allowed are %s"
              .formatted(where, unknown.iterator().next(), list(known)));
    }
  }

  private static String list(List<String> names) {
    return String.join(", ", names);
  }

  private Optional<JsonNode> field(JsonNode in, String name) {
    return Optional.ofNullable(in.get(name)).filter(node -> !node.isNull());
  }

  private List<Mailbox> mailboxes(String name) {
    List<Mailbox> mailboxes = new ArrayList<>();
    field(root, name)
        .ifPresent(
            node -> {
              if (!node.isArray()) {
                mailboxes.add(mailbox(node, name));
              }
              for (int i = 0; node.isArray() && i < node.size(); i++) {
                mailboxes.add(mailbox(node.get(i), name + "/" + i));
              }
            });
    return mailboxes;
  }

  private static Mailbox mailbox(JsonNode node, String where) {
    if (!node.isTextual()) {
      throw new ExpansionException(
          "`%s` must be a text, %s, or a list of such texts".formatted(where, Mailbox.FORMS));
    }
    try {
      return Mailbox.parse(checked(node.asText(), where));
    } catch (IllegalArgumentException e) {
      throw new ExpansionException("`%s`: %s".formatted(where, e.getMessage()));
    }
  }

  private String subject() {
    String subject =
        text(root, "subject", "")
            .orElseThrow(() -> new ExpansionException("`subject` is missing: a text of one line"));
    return oneLine(subject, "subject", LONGEST_HEADER);
  }

  private Optional<String> body(String name) {
    return text(root, name, "")
        .map(
            body -> {
              boolean clean =
                  body.chars()
                      .allMatch(c -> !Character.isISOControl(c) || "\r\n\t".indexOf(c) >= 0);
              if (!clean) {
                throw new ExpansionException(
                    "`%s` holds a control character; only line ends and tabs are allowed"
                        .formatted(name));
              }
              return body;
            });
  }

  private Optional<String> text(JsonNode in, String name, String where) {
    return field(in, name)
        .map(
            node -> {
              if (!node.isTextual()) {
                throw new ExpansionException("`%s%s` must be a text".formatted(where, name));
              }
              return checked(node.asText(), where + name);
            });
  }

  /** A text that UTF-8 can carry; half a surrogate pair would silently become something else. */
  private static String checked(String text, String where) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new ExpansionException(
          "`%s` holds half of a surrogate pair, which is no character".formatted(where));
    }
    return text;
  }

  private static String oneLine(String text, String where, int longest) {
    if (text.length() > longest || text.chars().anyMatch(Character::isISOControl)) {
      throw new ExpansionException(
          "`%s` must be one line of at most %d characters without control characters"
              .formatted(where, longest));
    }
    if (text.contains("=?")) {
      throw new ExpansionException(
          "`%s` holds `=?`, which mail programs take for the start of an encoded word"
              .formatted(where));
    }
    return text;
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    Set<String> seen = new TreeSet<>();
    field(root, "headers")
        .ifPresent(
            block -> {
              if (!block.isObject() || block.size() > MOST_HEADERS) {
                throw new ExpansionException(
                    "`headers` must be an object of at most %d texts".formatted(MOST_HEADERS));
              }
              block
                  .fieldNames()
                  .forEachRemaining(
                      name -> {
                        if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                          throw new ExpansionException("`headers/%s` stands twice".formatted(name));
                        }
                        headers.put(headerName(name), headerValue(block, name));
                      });
            });
    return headers;
  }

  private static String headerName(String name) {
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new ExpansionException(
          "`headers/%s` is no header name; allowed are 1 to 76 letters, digits and"
              .concat(" !#$%%&'*+-.^_`|~")
              .formatted(name));
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (OWN_HEADERS.contains(lower) || OWN_PREFIXES.stream().anyMatch(lower::startsWith)) {
      throw new ExpansionException(
          "`headers/%s` cannot be set: it follows from other fields or from the contract"
              .formatted(name));
    }
    return name;
  }

  private String headerValue(JsonNode block, String name) {
    String where = "headers/" + name;
    String value = text(block, name, "headers/").orElse("");
    if (value.isBlank()) {
      throw new ExpansionException("`%s` must be a text that is not blank".formatted(where));
    }
    return oneLine(value, where, LONGEST_HEADER);
  }

  private List<MailDraft.Attachment> attachments() {
    List<MailDraft.Attachment> attachments = new ArrayList<>();
    field(root, "attachments")
        .ifPresent(
            list -> {
              if (!list.isArray()) {
                throw new ExpansionException("`attachments` must be a list of objects");
              }
              for (int i = 0; i < list.size(); i++) {
                attachments.add(attachment(list.get(i), "attachments/" + i + "/"));
              }
            });
    return attachments;
  }

  private MailDraft.Attachment attachment(JsonNode node, String where) {
    if (!node.isObject()) {
      throw new ExpansionException(
          "`%s` must be an object with %s"
              .formatted(where.substring(0, where.length() - 1), list(ATTACHMENT_FIELDS)));
    }
    onlyKnown(node, where, ATTACHMENT_FIELDS);
    return new MailDraft.Attachment(
        filename(node, where), contentType(node, where), bytes(node, where));
  }

  private String needed(JsonNode in, String name, String where) {
    return text(in, name, where)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> new ExpansionException("`%s%s` is missing".formatted(where, name)));
  }

  private String filename(JsonNode in, String where) {
    String filename = oneLine(needed(in, "filename", where), where + "filename", LONGEST_FILENAME);
    if (filename.contains("/") || filename.contains("\\")) {
      throw new ExpansionException("`%sfilename` must be a name without / and \\".formatted(where));
    }
    return filename;
  }

  private String contentType(JsonNode in, String where) {
    String written =
        oneLine(needed(in, "content-type", where), where + "content-type", LONGEST_FILENAME);
    String type = written.toLowerCase(Locale.ROOT);
    if (MEDIA_TYPE.matcher(type).matches()
        && !type.startsWith("multipart/")
        && !type.startsWith("message/")) {
      return written;
    }
    throw new ExpansionException(
        "`%scontent-type` is `%s`; it must be a media type such as application/pdf, and neither"
            .concat(" multipart nor message")
            .formatted(where, written));
  }

  private byte[] bytes(JsonNode in, String where) {
    try {
      return Base64.getDecoder().decode(text(in, "base64", where).orElseThrow());
    } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
      throw new ExpansionException(
          "`%sbase64` must be the bytes of the file in base64 without line ends".formatted(where));
    }
  }
}
