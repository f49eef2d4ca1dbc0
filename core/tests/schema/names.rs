//! Names stand where a schema asks for them.

use serde_json::json;
use umpire_core::data::Files;
use umpire_core::schema::names::Names;

#[test]
fn names_stand_where_a_schema_asks_for_them() {
    let mut data = Files::default();
    data.insert("g/cards/a.yaml", "cards:\n- {id: anna}\n- {id: berta}\n");
    data.insert("g/fields/hill.yaml", "size: 1\n");
    let mut schema = json!({ "properties": {
        "cards": { "type": "array", "items": { "type": "string" }, "x-names": "cards/*#/cards/*/id" },
        "field": { "type": ["string", "null"], "x-suggests": "fields/*" },
    } });
    Names::of(&data, "g").fill(&mut schema);
    assert_eq!(schema["properties"]["cards"]["items"]["enum"], json!(["anna", "berta"]));
    let field = &schema["properties"]["field"];
    let known = json!([{ "enum": ["hill", null] }, { "type": ["string", "null"] }]);
    assert_eq!(field["anyOf"], known);
    assert!(field.get("type").is_none());
}
