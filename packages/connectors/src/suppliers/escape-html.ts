const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text of a vendor inside a description that is HTML. */
export const escapeHtml = (plain: string): string => plain.replace(/[&<>"]/g, (sign) => HTML[sign] ?? sign)
