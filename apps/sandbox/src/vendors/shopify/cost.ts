/**
 * What an operation costs before it runs. Published by Shopify: objects 1, scalars and enums 0, a mutation 10,
 * interfaces their dearest branch, a connection "sized by first and last", and for productSet 0.2 a variant, 0.6 a
 * variant's file, 0.4 a metafield, 1.9 a file (changelog of October 2025 and the schema's own descriptions). How a
 * connection is sized is not published. It is not linear: 250 variants with their inventory items were charged 25 in
 * all (developer forum). The curve here goes through that point.
 */
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLOutputType,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { schema } from './schema.ts'

type Variables = Readonly<Record<string, unknown>>

export const MOST_POINTS = 1000
const MUTATION = 10

const connectionSize = (count: number): number => Math.ceil(1.5 * Math.log2(count + 1))

const round = (points: number) => Math.round(points * 10) / 10

/** Of the operation's root fields. */
export function requestedCost(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables) {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  )
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()

  const valueOf = (field: FieldNode, name: string): unknown => {
    const value = field.arguments?.find((argument) => argument.name.value === name)?.value
    if (value?.kind === Kind.VARIABLE) return variables[value.name.value]
    return value?.kind === Kind.INT ? Number(value.value) : undefined
  }

  /** Dearest branch of each type condition, so that an interface costs as much as its dearest type. */
  const costOf = (selections: SelectionSetNode | undefined, typeName: string): number => {
    let shared = 0
    let dearest = 0
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        shared += fieldCost(selection, typeName)
        continue
      }
      const named = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      const condition = named?.typeCondition?.name.value ?? typeName
      const cost = costOf(named?.selectionSet, condition)
      if (condition === typeName) shared += cost
      else dearest = Math.max(dearest, cost)
    }
    return shared + dearest
  }

  const fieldCost = (field: FieldNode, typeName: string): number => {
    const parent = schema.getType(typeName)
    const type = isObjectType(parent) || isCompositeType(parent) ? fieldType(typeName, field.name.value) : undefined
    if (!type) return 0
    const named = getNamedType(type)
    if (!isCompositeType(named) || named.name === 'PageInfo' || field.name.value === 'userErrors') return 0
    const inside = costOf(field.selectionSet, named.name)
    if (named.name.endsWith('Connection')) {
      const size = Number(valueOf(field, 'first') ?? valueOf(field, 'last') ?? 0)
      return connectionSize(size) * inside
    }
    if (field.name.value === 'nodes' && typeName === 'QueryRoot') {
      const ids = valueOf(field, 'ids')
      return (Array.isArray(ids) ? ids.length : 1) * (1 + inside)
    }
    return 1 + inside
  }

  const total = operation.selectionSet.selections.reduce((sum, selection) => {
    if (selection.kind !== Kind.FIELD || !root) return sum
    if (operation.operation !== 'mutation') return sum + fieldCost(selection, root.name)
    const payload = fieldType(root.name, selection.name.value)
    const inside = payload ? costOf(selection.selectionSet, getNamedType(payload).name) : 0
    return (
      sum +
      MUTATION +
      inside +
      (selection.name.value === 'productSet' ? productSetExtra(valueOf(selection, 'input')) : 0)
    )
  }, 0)
  return Math.max(1, round(total))
}

function fieldType(typeName: string, field: string): GraphQLOutputType | undefined {
  const type = schema.getType(typeName)
  return type && 'getFields' in type ? (type.getFields()[field]?.type as GraphQLOutputType | undefined) : undefined // of an output type
}

interface SetInput {
  variants?: { file?: unknown; metafields?: unknown[] }[] | null
  files?: unknown[] | null
  metafields?: unknown[] | null
}

function productSetExtra(input: unknown): number {
  const { variants, files, metafields } = (input ?? {}) as SetInput // GraphQL checks it before it runs
  const each = (variants ?? []).reduce(
    (sum, { file, metafields: own }) => sum + 0.2 + (file ? 0.6 : 0) + 0.4 * (own?.length ?? 0),
    0,
  )
  return each + 1.9 * (files?.length ?? 0) + 0.4 * (metafields?.length ?? 0)
}

/** What a query's answer was worth: as above, by what came back. */
export function actualCost(data: unknown): number {
  return Math.max(1, round(worth(data) - 1))
}

function worth(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + worth(one), 0)
  if (value === null || typeof value !== 'object') return 0
  const { nodes, pageInfo: _page, ...rest } = value as Record<string, unknown>
  const own = Object.values(rest).reduce<number>((sum, one) => sum + worth(one), 0)
  if (!Array.isArray(nodes)) return 1 + own
  const dearest = nodes.reduce<number>((most, one) => Math.max(most, worth(one)), 0)
  return own + connectionSize(nodes.length) * dearest
}
