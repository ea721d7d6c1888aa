/** Allows us in on the platform's own page, as a person without scripts would. What its callback gets. */
export async function allowStore(url: string): Promise<Record<string, string>> {
  const page = new URL(url)
  const reply = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision: 'allow' }),
    redirect: 'manual',
  })
  const back = reply.headers.get('location')
  if (!back) throw new Error(`the platform did not lead back: ${reply.status} ${await reply.text()}`)
  return Object.fromEntries(new URL(back, url).searchParams)
}
