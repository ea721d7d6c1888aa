export interface UserError {
  field: string[] | null
  message: string
  code: string
}

/** Ends a mutation: nothing of it is kept, and the payload says why. */
export class UserRefusal extends Error {
  readonly error: UserError
  constructor(error: UserError) {
    super(error.message)
    this.error = error
  }
}

export const refuseUser = (field: string[] | null, message: string, code: string) =>
  new UserRefusal({ field, message, code })

/** What a mutation answers: its payload, or the same payload empty and with the reason. */
export async function payload<T extends object>(
  work: () => Promise<T>,
): Promise<Partial<T> & { userErrors: UserError[] }> {
  try {
    return { ...(await work()), userErrors: [] }
  } catch (error) {
    if (!(error instanceof UserRefusal)) throw error
    return { userErrors: [error.error] } as Partial<T> & { userErrors: UserError[] } // every field of a payload may be null
  }
}
