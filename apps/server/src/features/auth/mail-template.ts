import { direction, type LanguageCode } from '@omni/domain/languages.ts'
import { nameInMail } from '@omni/domain/auth/name-in-mail.ts'
import { say } from '../../platform/messages.ts'

export type Template =
  | 'verify_email'
  | 'already_registered'
  | 'reset_password'
  | 'password_changed'
  | 'second_factor_limited'
  | 'link_social'
  | 'store_migrate'

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)

/** One plain, sturdy layout for every mail: tables and inline styles, because mail readers know little else. */
export function renderMail(template: Template, language: LanguageCode, params: { name: string; link: string }) {
  const text = (part: string) => say(language, `mail.${template}.${part}`)
  const name = nameInMail(params.name)
  const greeting = name === '' ? say(language, 'mail.greeting_plain') : say(language, 'mail.greeting', { name })
  const footer = say(language, 'mail.footer')
  const dir = direction(language)
  return {
    subject: text('subject'),
    text: `${greeting}\n\n${text('body')}\n\n${text('button')}: ${params.link}\n\n${footer}\n`,
    html: `<!doctype html><html lang="${language}" dir="${dir}"><body style="margin:0;background:#F7F8FA;font:16px/24px Inter,Segoe UI,Arial,sans-serif;color:#14171F">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#FFFFFF;border:1px solid #E4E7ED;border-radius:10px"><tr><td style="padding:32px;text-align:start">
<p style="margin:0 0 24px;font-weight:600;font-size:20px;color:#2F5AF4">Omni</p>
<p style="margin:0 0 16px">${escape(greeting)}</p><p style="margin:0 0 24px">${escape(text('body'))}</p>
<p style="margin:0 0 24px"><a href="${escape(params.link)}" style="display:inline-block;background:#2F5AF4;color:#FFFFFF;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:600">${escape(text('button'))}</a></p>
<p style="margin:0;font-size:13px;line-height:18px;color:#4F5666">${escape(footer)}</p></td></tr></table></td></tr></table></body></html>`,
  }
}
