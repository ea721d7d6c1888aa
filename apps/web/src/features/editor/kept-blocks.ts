/** Pictures and tables in a supplier's description. The text editor does not edit them, but they must survive it. */
import { Node } from '@tiptap/core'

const UNSAFE = 'script, style, iframe, object, embed, form, input, button'

/** The server cleans what is saved; this is for what was typed into the HTML view and not saved yet. */
function harmless(html: string): Element {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(UNSAFE)) element.remove()
  for (const element of body.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name)
  return body.firstElementChild ?? document.createElement('p')
}

export const KeptPicture = Node.create({
  name: 'keptPicture',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

export const KeptTable = Node.create({
  name: 'keptTable',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    html: { default: '<table></table>', parseHTML: (element: HTMLElement) => element.outerHTML, rendered: false },
  }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ node }) => document.importNode(harmless(String(node.attrs['html'])), true),
})
