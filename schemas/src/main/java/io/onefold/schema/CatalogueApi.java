package io.onefold.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * The built-in catalogue as a schema registry shows it (Confluent's REST interface), for a server
 * to map. Read-only: posting a released schema gives its ID, posting any other is refused.
 * Immutable.
 */
public final class CatalogueApi {
  /** The rule of every subject: the readers of each version read the records of each other one. */
  public static final String COMPATIBILITY = "FULL_TRANSITIVE";

  private static final String SUBJECT_SUFFIX = "-value";

  private final BuiltInCatalogue catalogue = BuiltInCatalogue.instance();
  private final Topics topics;
  private final List<String> subjects;

  /**
   * The catalogue of one installation.
   *
   * @param pools the pools in use; the default pool is always there
   * @throws IllegalArgumentException if a pool is not named correctly
   */
  public CatalogueApi(Topics topics, Collection<String> pools) {
    this.topics = topics;
    TreeSet<String> found = new TreeSet<>();
    for (TopicSpec spec : topics.specs(pools)) {
      topics.messageOf(spec.name()).ifPresent(message -> found.add(spec.name() + SUBJECT_SUFFIX));
    }
    this.subjects = List.copyOf(found);
  }

  /** One version of a subject. */
  public record SubjectVersion(String subject, int id, int version, String schema) {}

  /** A question without an answer, or a schema that is refused. */
  public static final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorCode;

    Problem(int errorCode, String message) {
      super(message);
      this.errorCode = errorCode;
    }

    /** Confluent's code, for example 40401; its first three digits are the HTTP status. */
    public int errorCode() {
      return errorCode;
    }

    /** The HTTP status, 404, 409 or 422. */
    public int status() {
      return errorCode < 1000 ? errorCode : errorCode / 100;
    }
  }

  /** {@code GET /subjects}: in alphabetical order. */
  public List<String> subjects() {
    return subjects;
  }

  /**
   * {@code GET /subjects/{subject}/versions}.
   *
   * @throws Problem 40401 if there is no such subject
   */
  public List<Integer> versions(String subject) {
    return released(subject).stream().map(ReleasedSchema::version).toList();
  }

  /**
   * {@code GET /subjects/{subject}/versions/{version}}.
   *
   * @param version a number from 1, {@code latest} or {@code -1}
   * @throws Problem 40401 if there is no such subject, 40402 if it has no such version, 42202 if
   *     that is no version
   */
  public SubjectVersion version(String subject, String version) {
    List<ReleasedSchema> released = released(subject);
    if (version.equals("latest") || version.equals("-1")) {
      return show(subject, released.get(released.size() - 1));
    }
    int number = number(version);
    return released.stream()
        .filter(schema -> schema.version() == number)
        .findFirst()
        .map(schema -> show(subject, schema))
        .orElseThrow(() -> new Problem(40402, "Version " + number + " not found."));
  }

  /**
   * {@code GET /schemas/ids/{id}}: the text of a schema.
   *
   * @throws Problem 40403 if there is no such ID
   */
  public String schema(int id) {
    return byId(id).text();
  }

  /**
   * {@code GET /schemas/ids/{id}/versions}: the subjects that have this schema.
   *
   * @throws Problem 40403 if there is no such ID
   */
  public List<SubjectVersion> usesOf(int id) {
    ReleasedSchema schema = byId(id);
    List<SubjectVersion> uses = new ArrayList<>();
    for (String subject : subjects) {
      if (messageOf(subject).equals(Optional.of(schema.message()))) {
        uses.add(show(subject, schema));
      }
    }
    return List.copyOf(uses);
  }

  /**
   * {@code POST /subjects/{subject}}: looks a schema up. Documentation and Java's string hints make
   * no difference.
   *
   * @throws Problem 40401 if there is no such subject, 40403 if the schema is not one of its
   *     released ones, 42201 if the text is no Avro schema
   */
  public SubjectVersion lookUp(String subject, String schema) {
    return find(subject, schema)
        .orElseThrow(
            () -> new Problem(40403, "Schema not found: " + subject + " has no such one."));
  }

  /**
   * {@code POST /subjects/{subject}/versions}: the ID of a schema that is already released.
   *
   * @throws Problem as {@link #lookUp}, but 409 if the schema is not a released one
   */
  public int register(String subject, String schema) {
    return find(subject, schema)
        .map(SubjectVersion::id)
        .orElseThrow(
            () ->
                new Problem(
                    409,
                    "This catalogue is fixed by the release and takes no other schema for "
                        + subject
                        + "."));
  }

  /**
   * {@code POST /compatibility/subjects/{subject}/versions/{version}}, and without a version for
   * all of them: whether each side could read what the other one writes.
   *
   * @param version a number from 1, {@code latest} or {@code -1}; empty for all
   * @return what is in the way; empty if the schema is compatible
   * @throws Problem as {@link #version}, and 42201 if the text is no Avro schema
   */
  public List<String> incompatibilities(String subject, Optional<String> version, String schema) {
    List<ReleasedSchema> against = released(subject);
    if (version.isPresent()) {
      int number = version(subject, version.get()).version();
      against = against.stream().filter(released -> released.version() == number).toList();
    }
    Schema posted = parse(schema);
    List<String> found = new ArrayList<>();
    for (ReleasedSchema released : against) {
      SchemaFit.mutual(posted, released.schema())
          .ifPresent(problem -> found.add("version " + released.version() + ": " + problem));
    }
    return List.copyOf(found);
  }

  private Optional<SubjectVersion> find(String subject, String schema) {
    List<ReleasedSchema> released = released(subject);
    Schema posted = parse(schema);
    // The newest first: two versions may differ in their documentation alone.
    for (int i = released.size() - 1; i >= 0; i--) {
      if (SchemaText.same(released.get(i).schema(), posted)) {
        return Optional.of(show(subject, released.get(i)));
      }
    }
    return Optional.empty();
  }

  private List<ReleasedSchema> released(String subject) {
    Message message =
        messageOf(subject)
            .orElseThrow(() -> new Problem(40401, "Subject '" + subject + "' not found."));
    return catalogue.versions(message);
  }

  private Optional<Message> messageOf(String subject) {
    return subject.endsWith(SUBJECT_SUFFIX)
        ? topics.messageOf(subject.substring(0, subject.length() - SUBJECT_SUFFIX.length()))
        : Optional.empty();
  }

  private ReleasedSchema byId(int id) {
    return catalogue.find(id).orElseThrow(() -> new Problem(40403, "Schema " + id + " not found."));
  }

  private static SubjectVersion show(String subject, ReleasedSchema schema) {
    return new SubjectVersion(subject, schema.id(), schema.version(), schema.text());
  }

  private static int number(String version) {
    try {
      int number = Integer.parseInt(version);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is too small.
    }
    throw new Problem(42202, "The specified version '" + version + "' is not a valid version id.");
  }

  private static Schema parse(String schema) {
    try {
      return new Schema.Parser().parse(schema);
    } catch (SchemaParseException e) {
      throw new Problem(42201, "Invalid Avro schema: " + e.getMessage());
    }
  }
}
