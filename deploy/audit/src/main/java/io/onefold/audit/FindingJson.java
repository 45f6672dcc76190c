package io.onefold.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/** A finding as JSON: the names of the fields stay. */
final class FindingJson {
  private FindingJson() {}

  static Map<String, Object> of(Finding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rule", finding.rule().name());
    json.put("severity", finding.rule().isNote() ? "note" : "violation");
    json.put("operationId", finding.operationId());
    json.put("topic", finding.topic());
    json.put("partition", finding.partition());
    json.put("offset", finding.offset());
    json.put("field", finding.field());
    json.put("expected", finding.expected());
    json.put("actual", finding.actual());
    json.put("text", finding.text());
    return json;
  }
}
