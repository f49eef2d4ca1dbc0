//! Types of the core that go over the wire as they are: their JSON Schema, as OpenAPI has it.

use schemars::generate::SchemaSettings;
use schemars::transform::{ReplaceConstValue, transform_subschemas};
use schemars::{JsonSchema, Schema as JsonOf};
use std::borrow::Cow;
use std::marker::PhantomData;
use umpire_core::form::{Edit, Form};
use umpire_core::host::{Fought, Grid, HeldAt, Stroke, Tool};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Stands for a type of the core where a schema is declared.
pub struct OfCore<T>(PhantomData<T>);

/// How a form is filled in.
pub type EditSchema = OfCore<Edit>;
/// A file as a form.
pub type FormSchema = OfCore<Form>;
/// A place as a fight finds it.
pub type FoughtSchema = OfCore<Fought>;
/// The cells of a map.
pub type GridSchema = OfCore<Grid>;
/// A unit held over a map.
pub type HeldAtSchema = OfCore<HeldAt>;
/// What a hand did with a tool.
pub type StrokeSchema = OfCore<Stroke>;
/// Something to draw with.
pub type ToolSchema = OfCore<Tool>;

impl<T: JsonSchema> OfCore<T> {
    /// The schema of the type, and of each type inside it by name.
    fn schemas_of() -> (RefOr<Schema>, Vec<(String, RefOr<Schema>)>) {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = Cow::Borrowed("/components/schemas");
            settings.transforms = vec![Box::new(ReplaceConstValue::default()), Box::new(say_pairs)];
        });
        let mut generator = settings.into_generator();
        let _ = generator.subschema_for::<T>();
        let mut all: Vec<_> = generator.take_definitions(true).into_iter().collect();
        let own = all.iter().position(|(name, _)| *name == T::schema_name());
        let (_, own) = all.remove(own.expect("a type of the core that has a name"));
        let told = |schema: serde_json::Value| {
            serde_json::from_value(schema).expect("OpenAPI is made of JSON Schema")
        };
        (told(own), all.into_iter().map(|(name, schema)| (name, told(schema))).collect())
    }
}

/// Tuples of one type as arrays of so many items: the library that writes OpenAPI knows no others.
fn say_pairs(schema: &mut JsonOf) {
    let same = |items: &Vec<serde_json::Value>| items.iter().all(|item| *item == items[0]);
    if let Some(serde_json::Value::Array(items)) = schema.remove("prefixItems") {
        assert!(same(&items), "tuples of several types are structs with names");
        schema.insert("items".to_string(), items[0].clone());
    }
    transform_subschemas(&mut say_pairs, schema);
}

impl<T: JsonSchema> PartialSchema for OfCore<T> {
    fn schema() -> RefOr<Schema> {
        OfCore::<T>::schemas_of().0
    }
}

impl<T: JsonSchema> ToSchema for OfCore<T> {
    fn name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.extend(OfCore::<T>::schemas_of().1);
    }
}
