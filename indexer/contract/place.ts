/**
 * One entry of the gazetteer, as the `places` index holds it. Source: GeoNames (CC BY 4.0) and our own list of areas
 * and postcode areas.
 */
export interface PlaceDocument {
  /**
   * GeoNames id, or `area-…` / `wide-…` / `postcode-…` / `district-…` / `town-…` for our own. Primary key; also the
   * value of `placeId` everywhere.
   */
  id: string
  /** `Reading` */
  name: string
  /** As a visitor reads it and can type it back: `Reading, England`. Unique enough to choose by. */
  label: string
  /**
   * `city`, `district` and `postcode` are points with a default radius; `area` (country, region, county) is matched by
   * its code and never by a radius.
   */
  kind: 'city' | 'district' | 'postcode' | 'area'
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Snapped centre (geo.ts). For an area only where a map would put its name. */
  lat: number
  lng: number
  /**
   * The `areas` code that jobs in this area carry (`GB`, `GB-ENG`, `GB-SE` …); its id where it is several areas; null
   * for points.
   */
  areaCode: string | null
  /** Of a name that stands for several areas (`Home Counties`): their codes. A job in one of them is in it. */
  parts?: readonly string[]
  /**
   * The codes of the areas that hold it, its country first, of an area without its own. Absent of postcodes, and in an
   * index that an earlier version wrote.
   */
  areas?: readonly string[]
  population: number
  /** Other names and spellings, lower case, accents folded, those in common use first. Searchable. */
  aliases: string[]
  /** 0 for the biggest; ranks suggestions of equal text match. */
  rank: number
}
