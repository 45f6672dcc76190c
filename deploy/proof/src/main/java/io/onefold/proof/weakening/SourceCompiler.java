package io.onefold.proof.weakening;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles changed sources in memory, against the class path of this process. */
final class SourceCompiler implements AutoCloseable {
  private final JavaCompiler compiler;
  private final StandardJavaFileManager files;
  private final List<String> options;

  /**
   * A compiler.
   *
   * @throws WeakeningException if this Java has none
   */
  SourceCompiler() {
    compiler =
        Optional.ofNullable(ToolProvider.getSystemJavaCompiler())
            .orElseThrow(
                () ->
                    new WeakeningException(
                        "changed sources must be compiled, and the Java at %s has no compiler: run with a JDK"
                            .formatted(System.getProperty("java.home"))));
    files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    options = List.of("-classpath", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
  }

  /**
   * The classes of these sources.
   *
   * @param sources path from the root of the checkout to the whole text
   * @return binary name to class file
   * @throws WeakeningException if they do not compile
   */
  Map<String, byte[]> compile(Map<String, String> sources) {
    Map<String, ClassFile> made = new HashMap<>();
    StringWriter errors = new StringWriter();
    List<Source> units = new ArrayList<>();
    sources.forEach((path, text) -> units.add(new Source(path, text)));
    boolean compiled =
        compiler.getTask(errors, new InMemory(files, made), null, options, null, units).call();
    if (!compiled) {
      throw new WeakeningException("the changed source does not compile:\n" + errors);
    }
    Map<String, byte[]> classes = new HashMap<>();
    made.forEach((name, file) -> classes.put(name, file.bytes.toByteArray()));
    return classes;
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw new WeakeningException("the compiler's files cannot be closed", e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String path, String text) {
      super(URI.create("source:///" + path.replace('\\', '/')), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }

    /** Sources lie in folders of their package, which are not part of this made-up address. */
    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
      return kind == Kind.SOURCE && toUri().getPath().endsWith("/" + simpleName + ".java");
    }
  }

  private static final class ClassFile extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ClassFile(String binaryName) {
      super(URI.create("class:///" + binaryName.replace('.', '/') + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ClassFile> made;

    InMemory(StandardJavaFileManager files, Map<String, ClassFile> made) {
      super(files);
      this.made = made;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        JavaFileManager.Location location,
        String className,
        JavaFileObject.Kind kind,
        FileObject sibling) {
      return made.computeIfAbsent(className, ClassFile::new);
    }
  }
}
