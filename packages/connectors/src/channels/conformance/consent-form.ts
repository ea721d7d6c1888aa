/** Decides on a consent page, as a person without scripts would: what its form holds is sent, and what it leads to. */
export async function allowOnPage(address: string, decision: 'allow' | 'deny'): Promise<URLSearchParams> {
  const page = await (await fetch(address)).text()
  const form = new URLSearchParams({ decision: decision === 'allow' ? 'allow' : 'cancel' })
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.set(name, value.replaceAll('&amp;', '&'))
  const reply = await fetch(address.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '').searchParams
}
