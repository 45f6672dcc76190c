package io.onefold.lab;

import java.io.IOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the server of a class before its tests, and stops it after them. */
final class LabExtension
    implements BeforeAllCallback, AfterAllCallback, AfterEachCallback, ParameterResolver {
  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(LabExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    String name = context.getRequiredTestClass().getAnnotation(Lab.class).value();
    LabServer.assumeAskedFor(name);
    LabOnefold onefold = LabOnefold.shared();
    LabServer server = LabServer.start(name, onefold.port(name));
    context.getStore(HERE).put(LabStage.class, new LabStage(onefold, onefold.proxy(name), server));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    stage(context).proxy().clear();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
    LabStage stage = context.getStore(HERE).get(LabStage.class, LabStage.class);
    if (stage != null) {
      stage.server().stop();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LabStage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return stage(context);
  }

  private static LabStage stage(ExtensionContext context) {
    return context.getStore(HERE).get(LabStage.class, LabStage.class);
  }
}
