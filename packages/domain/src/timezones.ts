/** Foundation spec §3 "Display settings" and §9: time zone detected, with a fixed list to fall back on. */
export type TimezoneOption = { id: string; label: string }

const FALLBACK_TIMEZONE = 'UTC'

/** spec: not shown which; 140 as §3 says, so that wherever people live a zone has their clock. West to east. */
const ZONE_IDS: readonly string[] = [
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'Pacific/Marquesas',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Tijuana',
  'America/Vancouver',
  'America/Phoenix',
  'America/Denver',
  'America/Edmonton',
  'America/Hermosillo',
  'America/Chicago',
  'America/Winnipeg',
  'America/Regina',
  'America/Mexico_City',
  'America/Guatemala',
  'America/Costa_Rica',
  'America/El_Salvador',
  'Pacific/Easter',
  'America/New_York',
  'America/Toronto',
  'America/Cancun',
  'America/Panama',
  'America/Jamaica',
  'America/Havana',
  'America/Bogota',
  'America/Lima',
  'America/Guayaquil',
  'America/Halifax',
  'America/Puerto_Rico',
  'America/Santo_Domingo',
  'America/Caracas',
  'America/La_Paz',
  'America/Manaus',
  'America/Santiago',
  'America/Asuncion',
  'Atlantic/Bermuda',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Fortaleza',
  'America/Argentina/Buenos_Aires',
  'America/Montevideo',
  'America/Nuuk',
  'America/Noronha',
  'Atlantic/Azores',
  'Atlantic/Cape_Verde',
  'UTC',
  'Atlantic/Reykjavik',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Atlantic/Canary',
  'Africa/Abidjan',
  'Africa/Accra',
  'Africa/Casablanca',
  'Africa/Lagos',
  'Africa/Algiers',
  'Africa/Tunis',
  'Europe/Madrid',
  'Europe/Paris',
  'Europe/Brussels',
  'Europe/Amsterdam',
  'Europe/Zurich',
  'Europe/Berlin',
  'Europe/Rome',
  'Europe/Vienna',
  'Europe/Prague',
  'Europe/Budapest',
  'Europe/Warsaw',
  'Europe/Zagreb',
  'Europe/Belgrade',
  'Europe/Copenhagen',
  'Europe/Oslo',
  'Europe/Stockholm',
  'Europe/Helsinki',
  'Europe/Tallinn',
  'Europe/Riga',
  'Europe/Vilnius',
  'Europe/Athens',
  'Europe/Bucharest',
  'Europe/Sofia',
  'Europe/Chisinau',
  'Europe/Kyiv',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Africa/Tripoli',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Europe/Minsk',
  'Africa/Nairobi',
  'Africa/Addis_Ababa',
  'Asia/Riyadh',
  'Asia/Baghdad',
  'Asia/Amman',
  'Asia/Qatar',
  'Asia/Tehran',
  'Asia/Dubai',
  'Asia/Baku',
  'Asia/Tbilisi',
  'Asia/Yerevan',
  'Indian/Mauritius',
  'Asia/Kabul',
  'Asia/Karachi',
  'Asia/Tashkent',
  'Asia/Almaty',
  'Asia/Yekaterinburg',
  'Indian/Maldives',
  'Asia/Kolkata',
  'Asia/Colombo',
  'Asia/Kathmandu',
  'Asia/Dhaka',
  'Asia/Omsk',
  'Asia/Yangon',
  'Asia/Bangkok',
  'Asia/Ho_Chi_Minh',
  'Asia/Jakarta',
  'Asia/Novosibirsk',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Taipei',
  'Asia/Singapore',
  'Asia/Kuala_Lumpur',
  'Asia/Manila',
  'Asia/Ulaanbaatar',
  'Australia/Perth',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Australia/Darwin',
  'Australia/Adelaide',
  'Australia/Brisbane',
  'Australia/Sydney',
  'Pacific/Guam',
  'Asia/Vladivostok',
  'Pacific/Noumea',
  'Pacific/Auckland',
  'Pacific/Fiji',
  'Pacific/Tongatapu',
  'Pacific/Apia',
]

/** Old names some browsers still report. */
const RENAMED: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Godthab': 'America/Nuuk',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Etc/UTC': 'UTC',
  'Etc/GMT': 'UTC',
  GMT: 'UTC',
}

const cityOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')

export const TIMEZONES: readonly TimezoneOption[] = ZONE_IDS.map((id) => ({ id, label: cityOf(id) }))
export const TIMEZONE_IDS: readonly string[] = ZONE_IDS

/** 'GMT+02:00' as it holds on that date, or undefined for a zone the runtime does not know. */
export function offsetLabel(id: string, at: Date): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts(at)
    const name = parts.find((p) => p.type === 'timeZoneName')?.value
    return name === 'GMT' ? 'GMT+00:00' : name
  } catch {
    return undefined // Intl throws on unknown zones
  }
}

/** '(GMT+02:00) Berlin'. */
export function timezoneLabel(id: string, at: Date): string {
  const offset = offsetLabel(id, at)
  return offset ? `(${offset}) ${cityOf(id)}` : cityOf(id)
}

/**
 * The detected zone when it is offered, under its new name if it was renamed; otherwise, given a date, an offered zone
 * with the same winter and summer offset that year; otherwise UTC, or the first offered one.
 */
export function detectTimezone(supported: readonly string[], detected: string | undefined, at?: Date): string {
  const name = detected === undefined || supported.includes(detected) ? detected : (RENAMED[detected] ?? detected)
  if (name !== undefined && supported.includes(name)) return name
  const twin = name !== undefined && at ? supported.find((id) => clockOf(id, at) === clockOf(name, at)) : undefined
  return twin ?? (supported.includes(FALLBACK_TIMEZONE) ? FALLBACK_TIMEZONE : (supported[0] ?? FALLBACK_TIMEZONE))
}

function clockOf(id: string, at: Date): string {
  const year = at.getUTCFullYear()
  const winter = offsetLabel(id, new Date(Date.UTC(year, 0, 15)))
  return winter === undefined ? `unknown ${id}` : `${winter} ${offsetLabel(id, new Date(Date.UTC(year, 6, 15)))}`
}
