/** What a vendor's `setup` may read of the settings: texts that are not empty. */
export const textEntries = (config: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )
