//! Pages as files: PNG by pixels, PDF with a page for each.

use super::page::Page;

/// Pixels of the longer side of a PNG.
#[cfg(feature = "print")]
const MOST_PIXELS: f32 = 8000.0;

#[cfg(feature = "print")]
mod made {
    use super::{MOST_PIXELS, Page};
    use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};
    use std::collections::HashMap;
    use std::sync::Arc;

    /// Points of a millimetre.
    const POINTS: f32 = 72.0 / 25.4;

    fn options() -> Options<'static> {
        let mut options = Options::default();
        let fonts = Arc::make_mut(&mut options.fontdb);
        fonts.load_system_fonts();
        let known = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica"];
        let has = |name: &&str| {
            fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name))
        };
        let found = known.into_iter().find(has).map(String::from);
        let any = || fonts.faces().find_map(|face| Some(face.families.first()?.0.clone()));
        if let Some(family) = found.or_else(any) {
            fonts.set_sans_serif_family(family);
        }
        options
    }

    fn tree(page: &Page, options: &Options) -> Result<Tree, String> {
        Tree::from_str(&page.svg, options).map_err(|fault| format!("cannot draw: {fault}"))
    }

    pub fn png(page: &Page, dots_per_inch: f32) -> Result<Vec<u8>, String> {
        let tree = tree(page, &options())?;
        let size = tree.size();
        let wanted = page.width / 25.4 * dots_per_inch / size.width();
        let scale = wanted.min(MOST_PIXELS / size.width().max(size.height()));
        let pixels = |length: f32| ((length * scale).ceil() as u32).max(1);
        let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()))
            .ok_or("the picture is too large")?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|fault| fault.to_string())
    }

    pub fn pdf(pages: &[Page]) -> Result<Vec<u8>, String> {
        let options = options();
        let mut next = Ref::new(1);
        let (catalog, list) = (next.bump(), next.bump());
        let ids: Vec<Ref> = pages.iter().map(|_| next.bump()).collect();
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(list);
        let count = i32::try_from(pages.len()).map_err(|_| "too many pages")?;
        pdf.pages(list).kids(ids.iter().copied()).count(count);
        for (page, id) in pages.iter().zip(ids) {
            let tree = tree(page, &options)?;
            let made = svg2pdf::to_chunk(&tree, svg2pdf::ConversionOptions::default());
            let (chunk, drawing) = made.map_err(|fault| fault.to_string())?;
            let mut renamed = HashMap::new();
            let chunk = chunk.renumber(|old| *renamed.entry(old).or_insert_with(|| next.bump()));
            let drawing = *renamed.get(&drawing).ok_or("the page is empty")?;
            let (width, height) = (page.width * POINTS, page.height * POINTS);
            let words = next.bump();
            let mut written = pdf.page(id);
            written.media_box(Rect::new(0.0, 0.0, width, height)).parent(list).contents(words);
            let mut resources = written.resources();
            resources.x_objects().pair(Name(b"D"), drawing);
            resources.finish();
            written.finish();
            let mut content = Content::new();
            content.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(Name(b"D"));
            pdf.stream(words, &content.finish());
            pdf.extend(&chunk);
        }
        Ok(pdf.finish())
    }
}

#[cfg(not(feature = "print"))]
mod made {
    use super::Page;

    const NONE: &str = "this build of the program makes no PNG and no PDF (feature `print`)";

    pub fn png(_: &Page, _: f32) -> Result<Vec<u8>, String> {
        Err(NONE.into())
    }

    pub fn pdf(_: &[Page]) -> Result<Vec<u8>, String> {
        Err(NONE.into())
    }
}

/// A page as a PNG, of fewer dots where it would be larger than anybody could look at.
///
/// # Errors
/// Where it cannot be drawn, or the program was built without.
pub fn png(page: &Page, dots_per_inch: f32) -> Result<Vec<u8>, String> {
    made::png(page, dots_per_inch)
}

/// Pages as one PDF, each as large as it is.
///
/// # Errors
/// Where one cannot be drawn, or the program was built without.
pub fn pdf(pages: &[Page]) -> Result<Vec<u8>, String> {
    made::pdf(pages)
}
