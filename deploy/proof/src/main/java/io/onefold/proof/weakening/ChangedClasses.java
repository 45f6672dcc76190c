package io.onefold.proof.weakening;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/**
 * All of Onefold once more, with some classes changed. Everything that is not Onefold comes from
 * outside, but for Avro, which finds the classes of our messages by its own loader.
 */
final class ChangedClasses extends ClassLoader {
  private static final List<String> OURS = List.of("io.onefold.", "org.apache.avro.");

  static {
    registerAsParallelCapable();
  }

  private final Map<String, byte[]> changed;

  ChangedClasses(Map<String, byte[]> changed) {
    super(ChangedClasses.class.getClassLoader());
    this.changed = Map.copyOf(changed);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (OURS.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : findClass(name);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = changed.containsKey(name) ? changed.get(name) : real(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] real(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
