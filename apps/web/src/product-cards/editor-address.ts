/** The two addresses of the editor (sourcing spec §2): one product, named by where one came from. */
export const editorHref = (from: 'import' | 'center' | 'pushed', product_id: string) =>
  `/app/products-${from === 'import' ? 'import' : 'center'}/editor/${product_id}`
