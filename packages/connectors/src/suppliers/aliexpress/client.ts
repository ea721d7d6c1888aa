import { z } from 'zod'
import { parseReply, read, write } from '../../http.ts'
import type { Pace } from '../../pace.ts'
import { mapDone, type WriteOutcome } from '../../write-outcome.ts'
import { explainAliexpress } from './errors.ts'
import { sign } from '../iop-sign.ts'

const FILE_TIMEOUT_MS = 30_000 // a picture is compared with a whole catalogue

export interface App {
  base_url: string
  app_key: string
  app_secret: string
}
interface Caller {
  app: App
  now: () => Date
  limits: Pace
}

/**
 * A system call (tokens): signed over its path. Asked once: a code is good once. A refresh token may be, too, and our
 * notes do not say: if the reply is lost, the next renewal tries the old one again, and a refusal asks the person.
 */
export function askSystem<T extends z.ZodType>(
  call: Caller,
  path: string,
  params: Record<string, string>,
  schema: T,
): Promise<z.output<T>> {
  const all = { ...params, ...common(call) }
  return read(
    {
      vendor: 'aliexpress',
      once: true,
      url: `${call.app.base_url}/rest${path}`,
      method: 'POST',
      body: new URLSearchParams({ ...all, sign: sign(call.app.app_secret, path, all) }),
      limits: call.limits,
      explain: explainAliexpress,
    },
    schema,
  )
}

type BusinessCaller = Caller & { credentials: { access_token: string } }

function signedParams(call: BusinessCaller, method: string, params: Record<string, string>) {
  const all: Record<string, string> = {
    ...params,
    ...common(call),
    method,
    session: call.credentials.access_token,
    simplify: 'true',
    format: 'json',
    v: '2.0',
  }
  return { ...all, sign: sign(call.app.app_secret, '', all) }
}

/** A business call that changes something. */
export const changeBusiness = async (
  call: BusinessCaller & { send_by: number },
  method: string,
  params: Record<string, string>,
): Promise<WriteOutcome<unknown>> =>
  mapDone(
    await write(
      {
        vendor: 'aliexpress',
        method: 'POST',
        url: `${call.app.base_url}/sync`,
        body: new URLSearchParams(signedParams(call, method, params)),
        limits: call.limits,
        explain: explainAliexpress,
        send_by: call.send_by,
      },
      z.unknown(),
    ),
    unwrap,
  )

/** A business call, made for an account. Only reads come this way. `file` travels unsigned. */
export async function askBusiness<T extends z.ZodType>(
  call: BusinessCaller,
  method: string,
  params: Record<string, string>,
  schema: T,
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<z.output<T>> {
  const signed = signedParams(call, method, params)
  const url = `${call.app.base_url}/sync`
  const reply = await read(
    {
      vendor: 'aliexpress',
      method: 'POST',
      limits: call.limits,
      explain: explainAliexpress,
      // A file's call carries its parameters in the address, so that the body is the file alone.
      ...(file
        ? { url: `${url}?${new URLSearchParams(signed)}`, body: formOf(file), timeout_ms: FILE_TIMEOUT_MS }
        : { url, body: new URLSearchParams(signed) }),
    },
    z.unknown(),
  )
  return parseReply('aliexpress', schema, unwrap(reply))
}

const common = ({ app, now }: Caller) => ({
  app_key: app.app_key,
  timestamp: String(now().getTime()),
  sign_method: 'sha256',
})

function formOf(file: { name: string; bytes: Uint8Array<ArrayBuffer> }): FormData {
  const form = new FormData()
  form.set(file.name, new Blob([file.bytes]), 'image')
  return form
}

/** Without `simplify`, or in spite of it, the reply is wrapped: { aliexpress_ds_product_get_response: … }. */
function unwrap(reply: unknown): unknown {
  const [first] = typeof reply === 'object' && reply !== null ? Object.entries(reply) : []
  return first?.[0].endsWith('_response') ? first[1] : reply
}
