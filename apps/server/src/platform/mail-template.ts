import { direction, type LanguageCode } from '@omni/domain/languages.ts'
import { nameInMail } from '@omni/domain/auth/name-in-mail.ts'
import { type Params, say } from './messages.ts'
import { escapeHtml } from '@omni/domain/escape-html.ts'

export type Template =
  | 'verify_email'
  | 'already_registered'
  | 'reset_password'
  | 'password_changed'
  | 'second_factor_limited'
  | 'link_social'
  | 'store_migrate'
  | 'daily_summary'
  | 'payment_request'
  | 'notice'
  | 'notices'

interface MailParams {
  name: string
  link: string
  /** Below the sentence, one a line. */
  lines?: readonly string[]
  /** What the template's own texts leave open. */
  values?: Params
}

/** One plain, sturdy layout for every mail: tables and inline styles, because mail readers know little else. */
export function renderMail(template: Template, language: LanguageCode, params: MailParams) {
  const text = (part: string) => say(language, `mail.${template}.${part}`, params.values)
  const name = nameInMail(params.name)
  const greeting = name === '' ? say(language, 'mail.greeting_plain') : say(language, 'mail.greeting', { name })
  const footer = say(language, 'mail.footer')
  const dir = direction(language)
  const { lines = [] } = params
  const list = lines.map((line) => `<li style="margin:0 0 8px">${escapeHtml(line)}</li>`).join('')
  return {
    subject: text('subject'),
    text: `${greeting}\n\n${text('body')}\n\n${lines.map((line) => `- ${line}\n`).join('')}${lines.length > 0 ? '\n' : ''}${text('button')}: ${params.link}\n\n${footer}\n`,
    html: `<!doctype html><html lang="${language}" dir="${dir}"><body style="margin:0;background:#F7F8FA;font:16px/24px Inter,Segoe UI,Arial,sans-serif;color:#14171F">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#FFFFFF;border:1px solid #E4E7ED;border-radius:10px"><tr><td style="padding:32px;text-align:start">
<p style="margin:0 0 24px;font-weight:600;font-size:20px;color:#2F5AF4">Omni</p>
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${escapeHtml(text('body'))}</p>${list === '' ? '' : `<ul style="margin:0 0 24px;padding-inline-start:20px">${list}</ul>`}
<p style="margin:0 0 24px"><a href="${escapeHtml(params.link)}" style="display:inline-block;background:#2F5AF4;color:#FFFFFF;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:600">${escapeHtml(text('button'))}</a></p>
<p style="margin:0;font-size:13px;line-height:18px;color:#4F5666">${escapeHtml(footer)}</p></td></tr></table></td></tr></table></body></html>`,
  }
}
