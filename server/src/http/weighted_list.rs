//! Header lists with weights, such as `br;q=0.5, gzip` (RFC 9110, 12.4.2 and 12.5).

/// Returns the items of a list in their order: their names in lower case, and their weights. An
/// unreadable weight counts as 0.
pub(crate) fn items_of(list: &str) -> impl Iterator<Item = (String, f32)> {
    list.split(',').map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts
            .filter_map(|parameter| parameter.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
            .map_or(1.0, |(_, weight)| weight.trim().parse().unwrap_or(0.0));
        (name, weight)
    })
}
