//! Pages of a drawing: one that it fits on, or as many as it takes at its true size.

use std::fmt::Write;
use umpire_core::scene::Scene;

/// A sheet of paper, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height upright, in millimetres.
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// A page as an SVG document.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The document; its units are millimetres.
    pub svg: String,
    /// In millimetres.
    pub width: f32,
    /// In millimetres.
    pub height: f32,
}

/// Left free on every side of a page.
const MARGIN: f32 = 10.0;
/// Of each page, what the next shows as well.
const OVERLAP: f32 = 10.0;
/// Height of the line at the top of a page.
const TITLE: f32 = 6.0;
/// Pages of one drawing.
const MOST_PAGES: usize = 400;

/// A part of a drawing, in its plan units: left, top, width, height.
type View = (f32, f32, f32, f32);

/// All of a drawing, with a rim.
fn whole(scene: &Scene) -> View {
    let (left, top, right, bottom) = scene.bounds();
    (left - 0.5, top - 0.5, right - left + 1.0, bottom - top + 1.0)
}

/// A drawing as large as a page, turned as suits it, with a title.
pub fn fitted(title: &str, scene: &Scene, paper: Paper) -> Page {
    let view = whole(scene);
    let (short, long) = paper.size();
    let (width, height) = if view.2 > view.3 { (long, short) } else { (short, long) };
    let room = (width - 2.0 * MARGIN, height - 2.0 * MARGIN - TITLE);
    let scale = (room.0 / view.2).min(room.1 / view.3);
    let mut svg = begun(width, height);
    words(&mut svg, (MARGIN, MARGIN + TITLE * 0.6), title);
    let size = (view.2 * scale, view.3 * scale);
    part(&mut svg, scene, (MARGIN, MARGIN + TITLE, size.0, size.1), view);
    svg.push_str("</svg>\n");
    Page { svg, width, height }
}

/// Drawings under one another, each with its title, a plan unit ten millimetres wide.
pub fn stacked(drawings: &[(String, &Scene)]) -> Page {
    const UNIT: f32 = 10.0;
    let views: Vec<View> = drawings.iter().map(|(_, scene)| whole(scene)).collect();
    let width = views.iter().fold(0.0f32, |width, view| width.max(view.2 * UNIT)) + 2.0 * MARGIN;
    let height = views.iter().map(|view| view.3 * UNIT + TITLE + MARGIN).sum::<f32>() + MARGIN;
    let mut svg = begun(width, height);
    let mut y = MARGIN;
    for ((title, scene), view) in drawings.iter().zip(views) {
        words(&mut svg, (MARGIN, y + TITLE * 0.6), title);
        part(&mut svg, scene, (MARGIN, y + TITLE, view.2 * UNIT, view.3 * UNIT), view);
        y += view.3 * UNIT + TITLE + MARGIN;
    }
    svg.push_str("</svg>\n");
    Page { svg, width, height }
}

/// A drawing at its true size on as many pages as it takes, row by row; `unit` is the millimetres of a plan unit.
///
/// Neighbouring pages share a strip, with a line where they meet. A page on which nothing would stand is left out.
///
/// # Errors
/// Where it takes more pages than anybody would print.
pub fn tiled(title: &str, scene: &Scene, unit: f32, paper: Paper) -> Result<Vec<Page>, String> {
    let view = whole(scene);
    let upright = paper.size();
    let across = (upright.1, upright.0);
    let count = |size: (f32, f32)| {
        let steps = steps(size);
        (pages_of(view.2 * unit, steps.0), pages_of(view.3 * unit, steps.1))
    };
    let number = |size| count(size).0.saturating_mul(count(size).1);
    let size = if number(across) < number(upright) { across } else { upright };
    let ((columns, rows), (wide, high)) = (count(size), steps(size));
    if columns.saturating_mul(rows) > MOST_PAGES {
        return Err(format!("{columns} by {rows} pages, {MOST_PAGES} are the most that are made"));
    }
    let mut pages = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let corner = (view.0 + column as f32 * wide / unit, view.1 + row as f32 * high / unit);
            let shown = (wide + OVERLAP, high + OVERLAP);
            let cut = (corner.0, corner.1, shown.0 / unit, shown.1 / unit);
            if !scene.reaches_into((cut.0, cut.1, cut.0 + cut.2, cut.1 + cut.3)) {
                continue;
            }
            let mut svg = begun(size.0, size.1);
            let place =
                format!("{title}: row {} of {rows}, column {} of {columns}", row + 1, column + 1);
            words(&mut svg, (MARGIN, MARGIN + TITLE * 0.6), &place);
            let at = (MARGIN, MARGIN + TITLE, shown.0, shown.1);
            part(&mut svg, scene, at, cut);
            marks(&mut svg, at, (column > 0, row > 0), (column + 1 < columns, row + 1 < rows));
            svg.push_str("</svg>\n");
            pages.push(Page { svg, width: size.0, height: size.1 });
        }
    }
    Ok(pages)
}

/// From one page's corner to the next one's.
fn steps((width, height): (f32, f32)) -> (f32, f32) {
    (width - 2.0 * MARGIN - OVERLAP, height - 2.0 * MARGIN - TITLE - OVERLAP)
}

fn pages_of(length: f32, step: f32) -> usize {
    ((length - OVERLAP).max(1.0) / step).ceil() as usize
}

/// Lines along which a page meets those before and after it: cut or glue there.
fn marks(svg: &mut String, (x, y, wide, high): View, before: (bool, bool), after: (bool, bool)) {
    let half = OVERLAP / 2.0;
    let mut line = |x1: f32, y1: f32, x2: f32, y2: f32| {
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"#000000\" \
             stroke-width=\"0.2\" stroke-dasharray=\"2 2\"/>"
        );
    };
    let (left, right) = (x + half, x + wide - half);
    let (top, bottom) = (y + half, y + high - half);
    if before.0 {
        line(left, y, left, y + high);
    }
    if after.0 {
        line(right, y, right, y + high);
    }
    if before.1 {
        line(x, top, x + wide, top);
    }
    if after.1 {
        line(x, bottom, x + wide, bottom);
    }
}

fn begun(width: f32, height: f32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}mm\" height=\"{height:.2}mm\" \
         viewBox=\"0 0 {width:.2} {height:.2}\" font-family=\"sans-serif\">\n\
         <rect width=\"{width:.2}\" height=\"{height:.2}\" fill=\"#ffffff\"/>\n"
    )
}

/// A part of a drawing at a place of the page.
fn part(svg: &mut String, scene: &Scene, (x, y, wide, high): View, view: View) {
    let _ = writeln!(
        svg,
        "<svg x=\"{x:.3}\" y=\"{y:.3}\" width=\"{wide:.3}\" height=\"{high:.3}\" \
         viewBox=\"{:.4} {:.4} {:.4} {:.4}\" preserveAspectRatio=\"xMinYMin meet\">",
        view.0, view.1, view.2, view.3
    );
    let shown = (view.0, view.1, view.0 + view.2, view.1 + view.3);
    svg.push_str(&scene.shapes_as_svg(Some(shown)));
    svg.push_str("</svg>\n");
}

fn words(svg: &mut String, (x, y): (f32, f32), words: &str) {
    let safe = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(svg, "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"4\">{safe}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpire_core::scene::{Paint, Shape};

    fn square(side: f32) -> Scene {
        let points = vec![(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        let paint = Paint::filled("#ffffff", "#000000", 0.1);
        Scene { shapes: vec![Shape::Polygon { points, paint }], ..Scene::default() }
    }

    #[test]
    fn a_drawing_is_cut_into_pages_that_overlap() {
        // 39 and a rim of 1 are 400 mm; upright pages show 190 by 271, the next begin 180 or 261 further.
        let pages = tiled("map", &square(39.0), 10.0, Paper::A4).expect("few pages");
        assert_eq!(pages.len(), 6);
        assert_eq!((pages[0].width, pages[0].height), (210.0, 297.0));
        assert!(pages[0].svg.contains("row 1 of 2, column 1 of 3"));
        assert!(pages[5].svg.contains("row 2 of 2, column 3 of 3"));
        assert!(pages[0].svg.contains("viewBox=\"-0.5000 -0.5000 19.0000 27.1000\""));
        assert!(pages[1].svg.contains("viewBox=\"17.5000 -0.5000 19.0000 27.1000\""));
        assert_eq!(pages.iter().map(|page| page.svg.matches("<line").count()).sum::<usize>(), 14);
    }

    #[test]
    fn a_page_without_anything_on_it_is_not_printed() {
        let mut scene = square(10.0);
        let Shape::Polygon { points, .. } = &mut scene.shapes[0] else { panic!("a square") };
        // A second square far off, below and to the right: nothing stands above it or below the first.
        let away: Vec<(f32, f32)> = points.iter().map(|(x, y)| (x + 40.0, y + 40.0)).collect();
        let paint = Paint::filled("#ffffff", "#000000", 0.1);
        scene.shapes.push(Shape::Polygon { points: away, paint });
        let pages = tiled("map", &scene, 10.0, Paper::A4).expect("few pages");
        let places = ["row 1 of 2, column 1 of 3", "row 2 of 2, column 3 of 3"];
        let shown: Vec<bool> =
            pages.iter().map(|page| places.iter().any(|at| page.svg.contains(at))).collect();
        assert_eq!(shown, [true; 2]);
        // Each holds what reaches into it, and nothing else.
        let drawn: Vec<usize> =
            pages.iter().map(|page| page.svg.matches("<polygon").count()).collect();
        assert_eq!(drawn, [1; 2]);
    }

    #[test]
    fn what_fits_is_one_page_and_too_much_is_refused() {
        assert_eq!(
            tiled("map", &square(10.0), 10.0, Paper::Letter).map(|pages| pages.len()),
            Ok(1)
        );
        let refused = tiled("map", &square(9999.0), 10.0, Paper::A4);
        assert!(refused.expect_err("too much").ends_with("400 are the most that are made"));
        let page = fitted("a < b", &square(10.0), Paper::A4);
        assert!(page.svg.contains("a &lt; b"));
    }
}
