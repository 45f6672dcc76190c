package io.onefold.connector.mail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimePartDataSource;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a mail says, whatever way it is written down: encodings, folds, order of headers and the
 * trace of its way do not count.
 *
 * @param addresses the addresses of From, To, Cc and Reply-To; domains in lower case
 * @param subject decoded, without folds
 * @param parts texts and files in their order, without the multiparts around them
 */
record MailContent(Map<String, List<String>> addresses, String subject, List<Piece> parts) {
  /** The header that says whose mail it is. */
  static final String FROM = "From";

  private static final List<String> ADDRESSED = List.of(FROM, "To", "Cc", "Reply-To");
  private static final int DEEPEST = 20;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * A text or a file.
   *
   * @param type media type without parameters, in lower case
   * @param filename of a file; empty: of none
   * @param value the text, or {@code sha256:} and the digest of a file's bytes
   */
  record Piece(String type, String filename, String value) {
    boolean isText() {
      return filename.isEmpty() && type.startsWith("text/");
    }

    String shown() {
      return filename.isEmpty() ? type : filename;
    }
  }

  MailContent {
    addresses = Map.copyOf(addresses);
    parts = List.copyOf(parts);
  }

  /**
   * Reads a message.
   *
   * @throws MessagingException if it is not well-formed
   * @throws IOException if a part cannot be decoded
   */
  static MailContent of(byte[] message) throws MessagingException, IOException {
    return of(new MimeMessage(null, new ByteArrayInputStream(message)));
  }

  static MailContent of(MimeMessage message) throws MessagingException, IOException {
    Map<String, List<String>> addresses = new TreeMap<>();
    for (String name : ADDRESSED) {
      addresses.put(name, addresses(message, name));
    }
    String subject = Optional.ofNullable(message.getHeader("Subject", " ")).orElse("");
    List<Piece> pieces = new ArrayList<>();
    add(message, pieces, 0);
    return new MailContent(
        addresses, MimeUtility.decodeText(MimeUtility.unfold(subject)).strip(), pieces);
  }

  private static List<String> addresses(MimeMessage message, String name)
      throws MessagingException {
    String value = message.getHeader(name, ",");
    if (value == null || value.isBlank()) {
      return List.of();
    }
    try {
      return Stream.of(InternetAddress.parseHeader(value, false))
          .map(address -> String.valueOf(address.getAddress()))
          .map(MailContent::lowerDomain)
          .toList();
    } catch (AddressException e) {
      return List.of(value);
    }
  }

  private static String lowerDomain(String address) {
    int at = address.lastIndexOf('@') + 1;
    return address.substring(0, at) + address.substring(at).toLowerCase(Locale.ROOT);
  }

  private static void add(MimePart part, List<Piece> pieces, int depth)
      throws MessagingException, IOException {
    ContentType type = type(part);
    if (!type.match("multipart/*")) {
      pieces.add(piece(part, type));
      return;
    }
    if (depth > DEEPEST) {
      throw new MessagingException("it has more than " + DEEPEST + " parts inside each other");
    }
    MimeMultipart multipart = new MimeMultipart(new MimePartDataSource(part));
    for (int i = 0; i < multipart.getCount(); i++) {
      BodyPart inner = multipart.getBodyPart(i);
      add((MimePart) inner, pieces, depth + 1);
    }
  }

  private static ContentType type(MimePart part) throws MessagingException {
    String written = part.getContentType();
    return new ContentType(written == null ? "text/plain" : written);
  }

  private static Piece piece(MimePart part, ContentType type)
      throws MessagingException, IOException {
    String base = type.getBaseType().toLowerCase(Locale.ROOT);
    String name = Optional.ofNullable(part.getFileName()).orElse("");
    String filename =
        name.isEmpty() && isFile(part) ? "(without a name)" : MimeUtility.decodeText(name);
    byte[] bytes;
    try (InputStream in = part.getInputStream()) {
      bytes = in.readAllBytes();
    }
    boolean text = filename.isEmpty() && base.startsWith("text/");
    return new Piece(base, filename, text ? text(bytes, type) : Hashes.sha256(bytes));
  }

  private static boolean isFile(MimePart part) throws MessagingException {
    return Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition());
  }

  /** Line ends as one character, and none at the end: a mail always ends with one. */
  private static String text(byte[] bytes, ContentType type) throws IOException {
    String name = Optional.ofNullable(type.getParameter("charset")).orElse("US-ASCII");
    Charset charset;
    try {
      charset = Charset.forName(MimeUtility.javaCharset(name));
    } catch (IllegalArgumentException e) {
      throw new IOException("it has a text in the character set " + name, e);
    }
    // A text without a charset that is UTF-8 all the same is common, and ASCII is a part of it.
    Charset known = charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
    String text = new String(bytes, known).replace("\r\n", "\n");
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\n') {
      end--;
    }
    return text.substring(0, end);
  }

  /** SHA-256 over everything it says, as JSON with its members in order. */
  String hash() {
    Map<String, Object> members = new TreeMap<>();
    members.put("addresses", new TreeMap<>(addresses));
    members.put("subject", subject);
    members.put(
        "parts",
        parts.stream()
            .map(
                piece ->
                    new TreeMap<>(
                        Map.of(
                            "type", piece.type(),
                            "filename", piece.filename(),
                            "value", piece.value())))
            .toList());
    try {
      return Hashes.sha256(JSON.writeValueAsBytes(members));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("texts and lists are always JSON", impossible);
    }
  }
}
