/**
 * The raw SQL of the server as kysely would send it, and the row that the code expects: each ``sql<T>`…` `` and each
 * ``sql`…`.execute(…)``. Fragments, local functions that return them and constants are put in where they stand; of a
 * condition each branch is taken once.
 *
 * This is the only file that uses TypeScript's `unstable` interface. The version of TypeScript is pinned; a new one may
 * ask for changes here.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SyntaxKind, type Expression, type Node, type TaggedTemplateExpression } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, SymbolFlags, TypeFlags, type Checker, type Project, type Type } from 'typescript/unstable/sync'

/** What a value may be: `string`, `number[]`, `Buffer`, … `any` where nothing is claimed; null is left out. */
export type Kinds = string[]
interface Property {
  kinds: Kinds
  optional: boolean
}
export interface RawSql {
  /** `path:line` from the root. */
  at: string
  /** `.execute(…)` stands behind it. */
  executed: boolean
  /** Each way it can read. Empty where `unresolved` says why it could not be worked out. */
  texts: string[]
  unresolved?: string
  /** What T is as a value; of a row, its properties. */
  kinds: Kinds
  properties: Map<string, Property>
}

class Unresolved extends Error {}
const unresolved = (why: string, node: Node): never => {
  throw new Unresolved(`${why}: ${node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')}`)
}

/** What stands for a parameter of a local function while its body is read. */
type Given = Map<string, { expression: Expression; given: Given }>
type Call = Node & { expression: Node; arguments: readonly Expression[] }
interface Template {
  node: TaggedTemplateExpression
  at: string
}
/** One way through all conditions: which option each of them takes. `met` gathers how many options there are. */
interface Way {
  taken: Map<string, number>
  met: Map<string, number>
}
/** A type that holds itself (JSON) ends somewhere. */
const MOST_INSIDE = 6
const MOST_STEPS = 2000
const PARAMETER = '\u0000'

const has = (type: Type, flags: number) => (type.flags & flags) !== 0

class Reader {
  readonly #project: Project
  readonly #checker: Checker
  /** Calls by the name that is called: who gives a function its fragments. */
  readonly #calls: Map<string, Call[]>
  /** Asking the compiler is dear: once for each place, and for each type. */
  readonly #types = new Map<string, Type | undefined>()
  readonly #sqlTypes = new Map<number, boolean>()
  readonly #declarations = new Map<string, Node | undefined>()
  #way: Way = { taken: new Map(), met: new Map() }
  #steps = 0
  constructor(project: Project, calls: Map<string, Call[]>) {
    this.#project = project
    this.#calls = calls
    this.#checker = project.checker
  }

  kinds(type: Type, inside = 0): Kinds {
    if (inside > MOST_INSIDE || has(type, TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return ['any']
    if (has(type, TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) return []
    if (has(type, TypeFlags.StringLike)) return ['string']
    if (has(type, TypeFlags.NumberLike)) return ['number']
    if (has(type, TypeFlags.BooleanLike)) return ['boolean']
    if (type.isUnionType()) return [...new Set((type.getTypes() ?? []).flatMap((one) => this.kinds(one, inside + 1)))]
    if (type.isIntersectionType()) {
      const plain = (type.getTypes() ?? [])
        .flatMap((one) => this.kinds(one, inside + 1))
        .filter((kind) => kind !== 'object')
      return plain.length > 0 ? plain : ['object'] // a branded string is a string
    }
    if (this.#checker.isArrayType(type) && type.isTypeReference())
      return this.#checker
        .getTypeArguments(type)
        .flatMap((one) => this.kinds(one, inside + 1).map((kind) => `${kind}[]`))
    const name = type.getSymbol()?.name
    return [name === 'Buffer' || name === 'Date' ? name : 'object']
  }

  properties(type: Type): Map<string, Property> {
    const properties = new Map<string, Property>()
    const symbols = this.#checker.getPropertiesOfType(type)
    const types = this.#checker.getTypeOfSymbol(symbols)
    for (const [index, symbol] of symbols.entries()) {
      const of = types[index]
      properties.set(symbol.name, {
        kinds: of ? this.kinds(of) : ['any'],
        optional: (symbol.flags & SymbolFlags.Optional) !== 0,
      })
    }
    return properties
  }

  typeOf(node: Node): Type | undefined {
    if (is.isTypeNode(node)) return this.#checker.getTypeFromTypeNode(node)
    const at = `${key(node)}:${node.end}`
    if (!this.#types.has(at)) this.#types.set(at, this.#checker.getTypeAtLocation(node))
    return this.#types.get(at)
  }

  /** Whether kysely puts it in as SQL; anything else it sends as a parameter. */
  #isSql(expression: Expression): boolean {
    const type = this.typeOf(expression)
    if (!type) return false
    const known = this.#sqlTypes.get(type.id)
    if (known !== undefined) return known
    const types = type.isUnionType() ? (type.getTypes() ?? []) : [type]
    const isSql = types.some(
      (one) => has(one, TypeFlags.Object) && this.#checker.getPropertyOfType(one, 'toOperationNode') !== undefined,
    )
    this.#sqlTypes.set(type.id, isSql)
    return isSql
  }

  /** All ways to read a template: the first option of every condition, then every other option once, with all below it. */
  texts(template: Expression): string[] {
    const texts = new Set<string>()
    const met = new Map<string, number>()
    const ways = [new Map<string, number>()]
    for (const taken of ways) {
      this.#way = { taken, met }
      this.#steps = 0
      const before = new Set(met.keys())
      let parameters = 0
      texts.add(this.#sql(template, new Map()).replaceAll(PARAMETER, () => `$${++parameters}`))
      for (const [condition, options] of met)
        for (let option = 1; option < options && !before.has(condition); option++)
          ways.push(new Map([...taken, [condition, option]]))
    }
    return [...texts]
  }

  #choose<T>(condition: string, options: readonly T[]): T {
    const { taken, met } = this.#way
    met.set(condition, options.length)
    const option = options[taken.get(condition) ?? 0]
    if (option === undefined) throw new Unresolved(`no option of ${condition}`)
    return option
  }

  #condition(node: Expression, given: Given): boolean {
    const negated = is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken
    const asked = negated ? node.operand : node
    return this.#choose(this.#named(asked, given), [true, false]) !== negated
  }

  /** One name for one condition, whatever the functions between call what it asks about. */
  #named(node: Node, given: Given): string {
    if (is.isIdentifier(node)) {
      const declared = this.#declared(node)
      const bound = declared && given.get(key(declared))
      if (bound) return this.#named(bound.expression, bound.given)
      return declared ? key(declared) : node.getText()
    }
    const parts: string[] = []
    node.forEachChild((child) => {
      parts.push(this.#named(child, given))
    })
    return parts.length === 0 ? `${node.kind} ${node.getText()}` : `(${parts.join(' ')})`
  }

  #declared(node: Node): Node | undefined {
    const at = key(node)
    if (!this.#declarations.has(at)) this.#declarations.set(at, this.#declaration(node))
    return this.#declarations.get(at)
  }

  #declaration(node: Node): Node | undefined {
    let symbol = is.isShorthandPropertyAssignment(node.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node)
    if (symbol && symbol.flags & SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol)
    return symbol?.valueDeclaration?.resolve(this.#project)
  }

  /** What an expression stands for: through names, constants, given parameters, members of constant objects, branches. */
  #follow(node: Expression, given: Given): { expression: Expression; given: Given } {
    if (++this.#steps > MOST_STEPS) throw new Unresolved('it calls itself')
    if (is.isAwaitExpression(node)) return this.#follow(node.expression, given)
    if (is.isParenthesizedExpression(node) || is.isAsExpression(node) || is.isSatisfiesExpression(node))
      return this.#follow(node.expression, given)
    if (is.isConditionalExpression(node))
      return this.#follow(this.#condition(node.condition, given) ? node.whenTrue : node.whenFalse, given)
    if (is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken)
      return this.#follow(node.right, given)
    if (is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken)
      return this.#follow(this.#choose(node.getText(), [node.left, node.right]), given)
    if (is.isIdentifier(node)) {
      const declared = this.#declared(node)
      if (!declared) return { expression: node, given }
      const bound = given.get(key(declared))
      if (bound) return this.#follow(bound.expression, bound.given)
      if (is.isVariableDeclaration(declared) && declared.initializer && is.isIdentifier(declared.name))
        return this.#follow(declared.initializer, given)
      if (is.isBindingElement(declared)) {
        const of = this.#bound(declared, given)
        if (of) return of
      }
      if (is.isParameterDeclaration(declared)) {
        const passed = this.#passed(declared)
        if (passed.length > 0) return this.#follow(this.#choose(key(declared), passed), new Map())
        if (declared.initializer) return this.#follow(declared.initializer, given)
      }
      return { expression: node, given }
    }
    if (is.isPropertyAccessExpression(node)) {
      const object = this.#follow(node.expression, given)
      const member = memberOf(object.expression, node.name.getText())
      return member ? this.#follow(member, object.given) : { expression: node, given }
    }
    if (is.isElementAccessExpression(node)) {
      const object = this.#follow(node.expression, given)
      if (is.isObjectLiteralExpression(object.expression)) {
        const members = object.expression.properties.filter((one) => is.isPropertyAssignment(one))
        if (members.length > 0) return this.#follow(this.#choose(node.getText(), members).initializer, object.given)
      }
    }
    if (is.isCallExpression(node)) {
      const body = this.#called(node, given)
      if (body) return this.#follow(body.expression, body.given)
    }
    return { expression: node, given }
  }

  /** What the callers of a function pass for its parameter: each of them is one way. */
  #passed(parameter: Node): Expression[] {
    const of = parameter.parent
    if (!(is.isFunctionDeclaration(of) || is.isArrowFunction(of))) return []
    const index = of.parameters.findIndex((one) => one.pos === parameter.pos)
    const named = is.isFunctionDeclaration(of)
      ? of.name
      : is.isVariableDeclaration(of.parent)
        ? of.parent.name
        : undefined
    return (this.#calls.get(named?.getText() ?? '') ?? []).flatMap((call) => {
      const declared = this.#declared(call.expression)
      const inner = declared && is.isVariableDeclaration(declared) ? declared.initializer : declared
      const argument = inner && key(inner) === key(of) ? call.arguments[index] : undefined
      return argument ? [argument] : []
    })
  }

  /** `const [a, b] = [x, y]` and `const { a } = f()`. */
  #bound(element: Node, given: Given): { expression: Expression; given: Given } | undefined {
    if (!is.isBindingElement(element)) return undefined
    const pattern = element.parent
    const whole = this.#whole(pattern.parent, given)
    if (!whole) return undefined
    const value = this.#follow(whole.expression, whole.given)
    if (is.isArrayBindingPattern(pattern) && is.isArrayLiteralExpression(value.expression)) {
      const at = value.expression.elements[pattern.elements.findIndex((one) => one.pos === element.pos)]
      return at && this.#follow(at, value.given)
    }
    const member = memberOf(value.expression, (element.propertyName ?? element.name)?.getText() ?? '')
    if (member) return this.#follow(member, value.given)
    return element.initializer && this.#follow(element.initializer, given)
  }

  /** What a pattern takes apart: a constant's value, or what is given for a parameter. */
  #whole(node: Node, given: Given): { expression: Expression; given: Given } | undefined {
    if (is.isVariableDeclaration(node)) return node.initializer && { expression: node.initializer, given }
    const bound = given.get(key(node))
    if (bound || !is.isParameterDeclaration(node)) return bound
    const passed = this.#passed(node)
    return passed.length > 0 ? { expression: this.#choose(key(node), passed), given: new Map() } : undefined
  }

  /** The body of a local function, with its parameters given. `if (…) return …` is a condition like any other. */
  #called(call: Node, given: Given): { expression: Expression; given: Given } | undefined {
    if (!is.isCallExpression(call) || !is.isIdentifier(call.expression)) return undefined
    const declared = this.#declared(call.expression)
    const inner = declared && is.isVariableDeclaration(declared) ? declared.initializer : declared
    if (!inner || !(is.isArrowFunction(inner) || is.isFunctionDeclaration(inner) || is.isFunctionExpression(inner)))
      return undefined
    const own: Given = new Map(given)
    for (const [index, parameter] of inner.parameters.entries()) {
      const argument = call.arguments[index]
      if (argument) own.set(key(parameter), { expression: argument, given })
    }
    const body = inner.body
    if (!body) return undefined
    if (!is.isBlock(body)) return { expression: body as Expression, given: own } // the other kind of body
    for (const statement of body.statements) {
      if (is.isReturnStatement(statement))
        return statement.expression && { expression: statement.expression, given: own }
      if (!returns(statement)) continue
      if (!is.isIfStatement(statement) || statement.elseStatement) return undefined
      const then = statement.thenStatement
      const back = is.isBlock(then) && then.statements.length === 1 ? then.statements[0] : then
      if (!back || !is.isReturnStatement(back) || !back.expression) return undefined
      if (this.#condition(statement.expression, own)) return { expression: back.expression, given: own }
    }
    return undefined
  }

  #sql(node: Expression, given: Given): string {
    const { expression, given: inside } = this.#follow(node, given)
    if (is.isTaggedTemplateExpression(expression) && expression.tag.getText() === 'sql') {
      const { template } = expression
      if (is.isNoSubstitutionTemplateLiteral(template)) return template.text
      return [
        template.head.text,
        ...template.templateSpans.flatMap((span) => [this.#interpolated(span.expression, inside), span.literal.text]),
      ].join('')
    }
    if (is.isCallExpression(expression) && is.isPropertyAccessExpression(expression.expression)) {
      const { expression: on, name } = expression.expression
      const method = name.getText()
      const [first, second] = expression.arguments
      if (on.getText() === 'sql' && first) {
        if (method === 'raw') return this.#string(first, inside)
        if (method === 'ref' || method === 'table' || method === 'id')
          return this.#string(first, inside)
            .split('.')
            .map((part) => `"${part}"`)
            .join('.')
        if (method === 'lit') return this.#literal(first, inside)
        if (method === 'join') return this.#list(first, inside).join(second ? this.#sql(second, inside) : ', ')
      }
      // What gives the fragment another type, or a name that only the builder reads.
      if (['$castTo', '$notNull', 'as'].includes(method)) return this.#sql(on, inside)
    }
    return this.#isSql(expression) ? unresolved('a fragment from elsewhere', expression) : PARAMETER
  }

  #interpolated(node: Expression, given: Given): string {
    if (this.#isSql(node)) return this.#sql(node, given)
    const type = this.typeOf(node)
    // Kysely takes a list of fragments only through sql.join; every value is a parameter.
    return type ? PARAMETER : unresolved('no type', node)
  }

  #list(node: Expression, given: Given): string[] {
    const { expression, given: inside } = this.#follow(node, given)
    if (is.isArrayLiteralExpression(expression))
      return [...expression.elements, ...pushed(expression)].flatMap((one) => {
        if (!is.isSpreadElement(one)) return [this.#interpolated(one, inside)]
        return this.#list(one.expression, inside)
      })
    if (is.isCallExpression(expression) && is.isPropertyAccessExpression(expression.expression)) {
      const [each] = expression.arguments
      const method = expression.expression.name.getText()
      // One row stands for all of them.
      if (method === 'map' && each && is.isArrowFunction(each) && !is.isBlock(each.body))
        return [this.#interpolated(each.body as Expression, inside)] // a body that is no block is an expression
      if (method === 'filter') return this.#list(expression.expression.expression, inside)
    }
    const type = this.typeOf(expression)
    const [of] = type?.isTypeReference() ? this.#checker.getTypeArguments(type) : []
    if (of && !this.#checker.getPropertyOfType(of, 'toOperationNode')) return [PARAMETER]
    return unresolved('a list from elsewhere', expression)
  }

  #string(node: Expression, given: Given): string {
    const { expression, given: inside } = this.#follow(node, given)
    if (is.isStringLiteral(expression) || is.isNoSubstitutionTemplateLiteral(expression)) return expression.text
    if (is.isNumericLiteral(expression)) return expression.text
    if (is.isTemplateExpression(expression))
      return [
        expression.head.text,
        ...expression.templateSpans.flatMap((span) => [this.#string(span.expression, inside), span.literal.text]),
      ].join('')
    // A value of a few known texts: each of them is one way.
    const type = this.typeOf(expression)
    const types = type?.isUnionType() ? (type.getTypes() ?? []) : type ? [type] : []
    const values = types.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []))
    if (values.length > 0 && values.length === types.length) return this.#choose(expression.getText(), values)
    return unresolved('a text from elsewhere', expression)
  }

  #literal(node: Expression, given: Given): string {
    const { expression, given: inside } = this.#follow(node, given)
    if (is.isNumericLiteral(expression)) return expression.text
    const type = this.typeOf(expression)
    if (type && has(type, TypeFlags.BooleanLike)) return 'true'
    if (type && has(type, TypeFlags.NumberLike)) return '0'
    return `'${this.#string(expression, inside).replaceAll("'", "''")}'`
  }
}

/** Whether a statement can end the function it stands in. */
const returns = (node: Node): boolean =>
  is.isReturnStatement(node) ||
  (!is.isArrowFunction(node) && node.forEachChild((child) => returns(child) || undefined) === true)

/** What is pushed to a list after it was made; conditions and loops count as met. */
function pushed(list: Node): Expression[] {
  const variable = list.parent
  if (!is.isVariableDeclaration(variable)) return []
  const pushes: Expression[] = []
  const visit = (node: Node): void => {
    if (is.isCallExpression(node) && node.expression.getText() === `${variable.name.getText()}.push`)
      pushes.push(...node.arguments)
    node.forEachChild(visit)
  }
  variable.parent.parent.parent.forEachChild(visit)
  return pushes
}

const key = (node: Node) => `${node.getSourceFile().fileName}:${node.pos}`

function memberOf(object: Expression, name: string): Expression | undefined {
  if (!is.isObjectLiteralExpression(object)) return undefined
  for (const property of object.properties) {
    if (is.isPropertyAssignment(property) && property.name.getText() === name) return property.initializer
    if (is.isShorthandPropertyAssignment(property) && property.name.getText() === name)
      return property.name as Expression // an identifier
  }
  return undefined
}

/** Every raw statement and expression of the files that `wanted` takes. */
export function readStatements(root: string, wanted: (path: string) => boolean): RawSql[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is no project`)
    const found: RawSql[] = []
    const calls = new Map<string, Call[]>()
    const templates: Template[] = []
    for (const name of project.program.getSourceFileNames()) {
      const path = relative(root, name)
      if (!wanted(path) || !/\bsql\b/.test(readFileSync(name, 'utf8'))) continue
      const file = project.program.getSourceFile(name)
      const visit = (node: Node): void => {
        if (is.isCallExpression(node) && is.isIdentifier(node.expression)) {
          const called = node.expression.getText()
          calls.set(called, [...(calls.get(called) ?? []), node])
        }
        if (is.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql')
          templates.push({ node, at: `${path}:${file?.text.slice(0, node.getStart()).split('\n').length}` })
        node.forEachChild(visit)
      }
      file?.forEachChild(visit)
    }
    const reader = new Reader(project, calls)
    for (const { node, at } of templates) {
      const [typed] = node.typeArguments ?? []
      const executed = is.isPropertyAccessExpression(node.parent) && node.parent.name.getText() === 'execute'
      if (!typed && !executed) continue
      const type = typed && reader.typeOf(typed)
      const raw: RawSql = {
        at,
        executed,
        texts: [],
        kinds: type ? reader.kinds(type) : ['any'],
        properties: type ? reader.properties(type) : new Map(),
      }
      try {
        raw.texts = reader.texts(node)
      } catch (error) {
        if (!(error instanceof Unresolved)) throw error
        raw.unresolved = error.message
      }
      found.push(raw)
    }
    return found
  } finally {
    api.close()
  }
}
