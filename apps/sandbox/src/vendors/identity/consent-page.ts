import { escapeHtml } from './people.ts'

interface ConsentPage {
  brand: string
  /** Where the form posts to. */
  action: string
  /** Carried through the form. */
  hidden: Record<string, string>
  /** What is allowed, in the vendor's words. */
  access: readonly string[]
}

/** "Allow Omni …": works without JavaScript, so a test clicks it like a person. */
export function consentPage({ brand, action, hidden, access }: ConsentPage): string {
  const carried = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const rows = access.map((one) => `<li class="person">${escapeHtml(one)}</li>`).join('')
  return page(
    brand,
    `<p class="tag">Sandbox</p>
    <h1>Allow Omni</h1>
    <p class="lead"><b>Omni</b> wants to work with your <b>${escapeHtml(brand)}</b> account.</p>
    <form method="post" action="${escapeHtml(action)}">${carried}
      <ul aria-label="Access">${rows}</ul>
      <button class="primary" name="decision" value="allow">Allow</button>
      <button class="plain" name="decision" value="cancel">Cancel</button>
    </form>`,
  )
}

export const consentProblem = (brand: string, sentence: string): string =>
  page(brand, `<h1>${escapeHtml(brand)}</h1><p class="problem">${escapeHtml(sentence)}</p>`)

const page = (brand: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(brand)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/identity/chooser.css"></head><body><main>${body}</main></body></html>`
