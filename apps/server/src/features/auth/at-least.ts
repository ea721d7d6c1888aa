/** Above what either branch takes, so that the time of an answer does not tell whether an address is known. */
const FLOOR_MS = 150

export async function atLeast<T>(work: () => Promise<T>): Promise<T> {
  const floor = new Promise((resolve) => setTimeout(resolve, FLOOR_MS))
  try {
    return await work()
  } finally {
    await floor
  }
}
