/** Who buys in the stores. All of them are made up; telephone numbers are from ranges kept for fiction where there are any. */
export interface Customer {
  first_name: string
  last_name: string
  address1: string
  city: string
  province: string
  province_code: string
  zip: string
  country_code: string
  phone: string
}

type Row = readonly [
  first_name: string,
  last_name: string,
  address1: string,
  city: string,
  province: string,
  province_code: string,
  zip: string,
  country_code: string,
  phone: string,
]

const ROWS: readonly Row[] = [
  ['Ava', 'Lindqvist', '500 Congress Ave', 'Austin', 'Texas', 'TX', '78701', 'US', '+15125550142'],
  ['Noah', 'Mbeki', '100 Queen St W', 'Toronto', 'Ontario', 'ON', 'M5H 2N2', 'CA', '+14165550117'],
  ['Lea', 'Fontaine', '12 Rue de la République', 'Lyon', '', '', '69002', 'FR', '+33472000000'],
  ['Jonas', 'Weber', 'Torstraße 21', 'Berlin', '', '', '10119', 'DE', '+4930000000'],
  ['Oliver', 'Hughes', '8 Park Row', 'Leeds', '', '', 'LS1 5HD', 'GB', '+441134960000'],
  ['Mia', 'Torres', '1200 Brickell Ave', 'Miami', 'Florida', 'FL', '33131', 'US', '+13055550178'],
  ['Elena', 'Petrov', '233 S Wacker Dr', 'Chicago', 'Illinois', 'IL', '60606', 'US', '+13125550110'],
  ['Sven', 'Dahl', 'Drottninggatan 44', 'Stockholm', '', '', '111 21', 'SE', '+46840500000'],
  ['Grace', 'Nakamura', '725 Pine St', 'Seattle', 'Washington', 'WA', '98101', 'US', '+12065550133'],
  ['Liam', "O'Connor", '18 Pitt Street', 'Sydney', 'New South Wales', 'NSW', '2000', 'AU', '+61255501234'],
  ['Zoe', 'Marchetti', '45 Mercer St', 'New York', 'New York', 'NY', '10013', 'US', '+12125550199'],
  ['Karim', 'Haddad', '9 Rue Paradis', 'Marseille', '', '', '13001', 'FR', '+33491000000'],
  ['Hanna', 'Schreiber', 'Königstraße 60', 'Stuttgart', '', '', '70173', 'DE', '+4971100000'],
  ['Ruth', 'Abara', '77 Deansgate', 'Manchester', '', '', 'M3 2BW', 'GB', '+441614960000'],
  ['Diego', 'Alvarez', '350 5th St', 'San Diego', 'California', 'CA', '92101', 'US', '+16195550154'],
  ['Nina', 'Rossi', '2100 Larimer St', 'Denver', 'Colorado', 'CO', '80205', 'US', '+13035550126'],
]

/** They write as at home: the province in their own language, the dial code before the number, nothing for customs. */
const ABROAD: readonly Row[] = [
  ['Käthe', 'Weiß', 'Sendlinger Straße 8', 'München', 'Bayern', '', '80331', 'DE', '+49 (0)89 12 34 56'],
  ['João', 'Pereira', 'Av. Paulista 1578', 'São Paulo', 'São Paulo', 'SP', '01310200', 'BR', '+55 11 98765-4321'],
  ['Minji', 'Kim', 'Teheran-ro 152', '강남구', '서울특별시', '', '06236', 'KR', '+82 010-1234-5678'],
]
export const COUNTRIES_ABROAD = ['DE', 'BR', 'KR'] as const

/** `country`: one of those who write as at home. */
export function drawCustomer(random: () => number, country?: (typeof COUNTRIES_ABROAD)[number]): Customer {
  const rows = country ? ABROAD.filter((row) => row.includes(country)) : ROWS
  const row = rows[Math.floor(random() * rows.length)]
  if (!row) throw new Error('nobody buys here')
  const [first_name, last_name, address1, city, province, province_code, zip, country_code, phone] = row
  return { first_name, last_name, address1, city, province, province_code, zip, country_code, phone }
}

/** As people type on a phone: the number with a digit too few, no code of the town. */
export const halfAddress = (customer: Customer): Customer => ({ ...customer, zip: '', phone: '12' })
