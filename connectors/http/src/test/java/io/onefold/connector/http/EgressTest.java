package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.destination.Egress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An address that an answer gives leads only where the contract allows. */
class EgressTest {
  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          egress: EGRESS
          auth: {bearer: "${env:BLOG_TOKEN}"}
          send: {url: "http://127.0.0.2:9/items", timeout: 1s, public-url: /url}
          readback:
            - {by: public-url, url: "{publicUrl}", headers: {X-Plain: a, X-Secret: "${env:BLOG_TOKEN}"}}
      """;

  private static Observation look(String egress, Site site, String host) {
    return look(CONTRACT.replace("EGRESS", egress), site.url(host));
  }

  private static Observation look(String contract, String publicSite) {
    try (HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets())) {
      return connector.readback(
          Blog.readback(
              Blog.destination(contract, ""),
              "op",
              Optional.empty(),
              Optional.of(publicSite + "/7"),
              true));
    }
  }

  private static Site site() {
    return Site.of((seen, response) -> response.end("{\"id\":\"7\"}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{private: allowed} | localhost | neither a host of the contract nor in `egress.allow`",
        "{allow: [cdn.example]} | 127.0.0.1 | neither a host of the contract nor in",
        "{allow: [localhost]} | localhost | leads to 127.0.0.1, an address inside a network",
        "{allow: ['*.localhost']} | localhost | neither a host of the contract nor in",
        "{allow: [10.0.0.0/8]} | 127.0.0.1 | which is in no range of `egress.allow`",
      })
  void shouldNotAskWhereTheContractDoesNotLead(String egress, String host, String message) {
    try (Site site = site()) {
      Observation seen = look(egress, site, host);

      assertEquals(Inconclusive.Why.UNAVAILABLE, assertInstanceOf(Inconclusive.class, seen).why());
      assertTrue(seen.message().contains(message), seen.message());
      assertEquals(0, site.seen().size());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{allow: [localhost], private: allowed} | localhost",
        "{allow: [127.0.0.0/8]} | 127.0.0.1",
        "{allow: [127.0.0.0/8]} | localhost",
        "{allow: [127.0.0.1]} | 127.0.0.1",
      })
  void shouldAskWithoutCredentialsWhereTheContractLeads(String egress, String host) {
    try (Site site = site()) {
      Observation seen = look(egress, site, host);

      assertInstanceOf(Found.class, seen, seen.message());
      assertEquals("null", site.seen().get(0).header("Authorization"));
      assertEquals("a", site.seen().get(0).header("X-Plain"));
      assertEquals("null", site.seen().get(0).header("X-Secret"));
    }
  }

  @Test
  void shouldKeepSecretsFromAnotherPortOfTheContractsHost() {
    try (Site site = site()) {
      Observation seen =
          look(CONTRACT.replace("127.0.0.2", "127.0.0.1").replace("EGRESS", "{}"), site.url());

      assertInstanceOf(Found.class, seen, seen.message());
      assertEquals("null", site.seen().get(0).header("X-Secret"));
    }
    try (Site site = site()) {
      Observation seen =
          look(
              CONTRACT.replace("http://127.0.0.2:9", site.url()).replace("EGRESS", "{}"),
              site.url());

      assertInstanceOf(Found.class, seen, seen.message());
      assertEquals(Blog.SECRET, site.seen().get(0).header("X-Secret"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.0.8",
        "198.18.0.1",
        "::1",
        "::",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::"
      })
  void shouldTakeForInternalWhatThePublicInternetDoesNotLeadTo(String address)
      throws UnknownHostException {
    InetAddress peer = InetAddress.getByName(address);

    assertTrue(EgressPolicy.InternalAddresses.contain(peer));
    assertTrue(refusal(new Egress(List.of("cdn.example"), false), peer).isPresent());
    assertTrue(refusal(new Egress(List.of("cdn.example"), true), peer).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1"})
  void shouldTakeForPublicWhatIs(String address) throws UnknownHostException {
    assertFalse(EgressPolicy.InternalAddresses.contain(InetAddress.getByName(address)));
  }

  @Test
  void shouldMatchHostsByNameAndDomain() {
    EgressPolicy policy =
        new EgressPolicy(
            new Egress(List.of("cdn.example", "*.blog.example"), false), Set.of("own"));

    for (String host : List.of("own", "OWN", "cdn.example", "CDN.example", "a.b.blog.example")) {
      assertTrue(policy.peersOf(host).isPresent(), host);
    }
    for (String host : List.of("blog.example", "xblog.example", "a.cdn.example", "example")) {
      assertTrue(policy.peersOf(host).isEmpty(), host);
    }
  }

  private static Optional<String> refusal(Egress egress, InetAddress peer) {
    return new EgressPolicy(egress, Set.of()).peersOf("cdn.example").orElseThrow().refusal(peer);
  }
}
