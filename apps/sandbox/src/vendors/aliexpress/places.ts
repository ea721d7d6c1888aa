/**
 * The platform's names of places, of some countries. Sources, other than the connector's (November 2026): its page of
 * aliexpress.ds.address.get (`data` with `country`, `type` and `children` as JSON inside the JSON), the tests of a PHP
 * fulfilment service (`name`, `type` PROVINCE and CITY, `hasChildren`), and its page "Place order error" (that province and city are
 * these names). France's provinces are its departments: a recorded list.
 */
import type { Method } from './read-params.ts'
import { need } from './read-params.ts'

const US =
  'Alabama,Alaska,Arizona,Arkansas,California:Los Angeles+San Francisco,Colorado,Connecticut,Delaware,District of Columbia,Florida:Orlando,Georgia,Hawaii,Idaho,Illinois:Springfield+Chicago,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts:Springfield,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada:Reno,New Hampshire,New Jersey,New Mexico,New York:New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon:Portland,Pennsylvania,Puerto Rico,Rhode Island,South Carolina,South Dakota,Tennessee,Texas:Austin,Utah,Vermont,Virginia,Washington:Seattle,West Virginia,Wisconsin,Wyoming'

/** A province, and behind a colon some of its cities. */
const LISTS: Record<string, string> = {
  US,
  CA: 'Alberta,British Columbia:Vancouver,Manitoba,New Brunswick,Newfoundland and Labrador,Nova Scotia,Ontario:Toronto,Prince Edward Island,Quebec:Montreal,Saskatchewan',
  DE: 'Baden-Wurttemberg:Stuttgart,Bavaria:Munich+Augsburg,Berlin:Berlin,Brandenburg,Bremen:Bremen,Hamburg:Hamburg,Hesse:Frankfurt am Main,Lower Saxony:Hanover,North Rhine-Westphalia:Cologne,Saxony:Dresden,Other',
  FR: "Ain,Bouches-du-Rhone:Marseille,Cote-d'Or:Dijon,Paris:Paris,Rhone:Lyon,Val-d'Oise:ARGENTEUIL,Other",
  GB: 'England:London+Leeds+Manchester,Northern Ireland:Belfast,Scotland:Edinburgh,Wales:Cardiff',
  BR: 'Bahia:Salvador,Minas Gerais:Belo Horizonte,Rio de Janeiro:Rio de Janeiro,Sao Paulo:Sao Paulo+Campinas',
  MX: 'Ciudad de Mexico:Cuauhtemoc,Jalisco:Guadalajara,Nuevo Leon:Monterrey',
  KR: 'Busan:Haeundae-gu,Gyeonggi-do:Suwon-si,Seoul:Gangnam-gu',
  JP: 'Hokkaido:Sapporo,Kyoto:Kyoto,Osaka:Osaka,Tokyo:Shibuya',
  IL: 'Center District:Petah Tikva,Jerusalem District:Jerusalem,Tel Aviv District:Tel Aviv',
  TR: 'Ankara:Cankaya,Istanbul:Kadikoy,Izmir:Konak',
  SA: 'Eastern Province:Dammam,Makkah:Jeddah,Riyadh:Riyadh',
}

const provincesOf = (country: string) =>
  (LISTS[country] ?? '').split(',').flatMap((row) => {
    const [name = '', cities = ''] = row.split(':')
    return name === '' ? [] : [{ name, cities: cities.split('+').filter((city) => city !== '') }]
  })

/** Whether the country's list, where there is one, has it. */
export const isProvince = (country: string, province: string): boolean => {
  const provinces = provincesOf(country)
  return provinces.length === 0 ? province !== '' : provinces.some(({ name }) => name === province)
}

export const addressGet: Method = ({ params }) => {
  const country = need(params, 'countryCode').toUpperCase()
  const children = provincesOf(country).map(({ name, cities }) => ({
    name,
    type: 'PROVINCE',
    hasChildren: cities.length > 0,
    children: cities.map((city) => ({ name: city, type: 'CITY', hasChildren: false })),
  }))
  return { result: { ret: true, code: '0', data: { country, type: 'country', children: JSON.stringify(children) } } }
}
