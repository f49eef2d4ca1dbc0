//! Boards of stacked hexes: coordinates, columns, edges, range, reach, sight.
