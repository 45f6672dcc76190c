package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The first write of a name wins; "exists" may be one's own. */
@Lab("azurite")
class AzuriteIT {
  private static final int BLOBS = 40;
  private static final Pattern NAME = Pattern.compile("<Name>([^<]+)</Name>");

  @Test
  void shouldWriteEachBlobOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage) throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "PUT");
    Campaign blobs = blobs(stage, "azure-blob", BLOBS);

    // when
    blobs.submit().awaitEnds();

    // then
    blobs.assertEnds(Map.of("VERIFIED", (long) BLOBS));
    int stored = stored(stage, blobs);
    assertEquals(BLOBS, stored);
    LabReport.add("Azure blobs (Azurite)", "name", blobs, stage.proxy(), stored);
  }

  @Test
  void shouldEscalateWhenTheNameIsTakenByOtherContent(LabStage stage) throws Exception {
    // given
    Campaign blobs = stage.campaign("azure-blob-named");
    for (int number = 0; number < 2; number++) {
      blobs
          .add()
          .put("payloadText", blobs.run() + " no. " + number)
          .put("contentType", "text/plain")
          .putObject("attributes")
          .put("name", blobs.run());
    }

    // when
    blobs.submit().awaitEnds();

    // then
    blobs.assertEnds(Map.of("UNRESOLVED CONTENT_MISMATCH", 1L, "VERIFIED", 1L));
  }

  @Test
  void shouldWriteNothingWhenTheSignatureIsWrong(LabStage stage) throws Exception {
    // given
    LabSecrets.write("azurite", "WRONG_SAS", "sv=2019-12-12&sig=bm8%3D");

    // when
    Campaign blobs = blobs(stage, "azure-blob-wrong-signature", 1).submit().awaitEnds();

    // then
    blobs.assertEnds(Map.of("UNRESOLVED AUTHORIZATION", 1L));
    assertEquals(0, stored(stage, blobs));
  }

  private static Campaign blobs(LabStage stage, String destination, int many) {
    Campaign blobs = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      blobs
          .add()
          .put("payloadText", "%s no. %d é\r\n".formatted(blobs.run(), number))
          .put("contentType", "text/plain; charset=utf-8");
    }
    return blobs;
  }

  /** How many blobs of the container begin with the run. */
  private static int stored(LabStage stage, Campaign blobs) throws Exception {
    String base = stage.server().get("AZURE_BLOB_URL") + "/intents";
    String sas = stage.server().get("AZURE_SAS");
    HttpResponse<String> list =
        LabHttp.get(base + "?restype=container&comp=list&" + sas, "x-ms-version", "2021-12-02");
    assertEquals(200, list.statusCode(), list::body);
    int found = 0;
    Matcher names = NAME.matcher(list.body());
    while (names.find()) {
      String text = LabHttp.get(base + "/" + names.group(1) + "?" + sas).body();
      found += text.startsWith(blobs.run()) ? 1 : 0;
    }
    return found;
  }
}
