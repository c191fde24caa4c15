import { z } from 'zod'
import { formatNumber } from '#contract/text/format-number.ts'

/** One API operation, as the page shows it. */
export interface Operation {
  /** `METHOD path`, unique. */
  key: string
  method: string
  path: string
  summary: string
  inputs: readonly OperationField[]
  responses: readonly { status: string; parts: readonly OperationField[] }[]
}

/** A value in a request or a response. */
export interface OperationField {
  name: string
  /** Where the request carries it, in Korean; empty in a response. */
  location: string
  /** Type as text. */
  kind: string
  /** For inputs only; always false in responses. */
  isRequired: boolean
}

export interface OperationGroup {
  name: string
  operations: readonly Operation[]
}

const schemaSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional()
  },
  get items() {
    return schemaSchema.optional()
  },
  get anyOf() {
    return z.array(schemaSchema).optional()
  },
})
type Schema = z.infer<typeof schemaSchema>

const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema.optional() })).optional()

const operationSchema = z.object({
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  parameters: z
    .array(z.object({ in: z.string(), name: z.string(), required: z.boolean().default(false), schema: schemaSchema }))
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema })).default({}),
})

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

/**
 * The operations of an OpenAPI document by heading, in its order. Throws if `document` is not an
 * OpenAPI document.
 */
export function readOperations(document: unknown): OperationGroup[] {
  const { paths } = documentSchema.parse(document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(method.toUpperCase(), path, operation)),
  )
  return [...Map.groupBy(operations, ({ group }) => group)].map(([name, groupOperations]) => ({
    name,
    operations: groupOperations,
  }))
}

/** Keeps the operations whose heading, path or fields contain every word of `search`. */
export function searchOperations(groups: readonly OperationGroup[], search: string): OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ name, operations }) => ({
      name,
      operations: operations.filter(({ key, summary, inputs }) => {
        const text = [name, key, summary, ...inputs.map((input) => input.name)].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

function toOperation(method: string, path: string, operation: z.infer<typeof operationSchema>) {
  const parameters = operation.parameters.map((parameter): OperationField => ({
    name: parameter.name,
    location: locationLabels[parameter.in] ?? parameter.in,
    kind: describeKind(parameter.schema),
    isRequired: parameter.required,
  }))
  const body = findJsonSchema(operation.requestBody?.content)
  return {
    key: `${method} ${path}`,
    method,
    path,
    summary: operation.summary,
    group: operation.tags[0] ?? '그 밖',
    inputs: [...parameters, ...listFields(body, '본문')],
    responses: Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith('4'))
      .map(([status, { content }]) => ({
        status: describeStatus(status),
        parts: listFields(findJsonSchema(content), ''),
      })),
  }
}

const locationLabels: Readonly<Record<string, string>> = { path: '주소', query: '질의', header: '헤더' }

function findJsonSchema(content: z.infer<typeof contentSchema>): Schema | undefined {
  return content?.['application/json']?.schema
}

function describeStatus(status: string): string {
  return status.toUpperCase().startsWith('2X') ? '200' : status
}

function listFields(schema: Schema | undefined, location: string): OperationField[] {
  const { properties = {}, required = [] } = schema ?? {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    location,
    kind: describeKind(property),
    isRequired: location !== '' && required.includes(name),
  }))
}

const kinds: Readonly<Record<string, string>> = {
  string: '글자',
  integer: '정수',
  number: '수',
  boolean: '참·거짓',
  object: '묶음',
  null: '비움',
}

function describeKind(schema: Schema): string {
  if (schema.enum) return schema.enum.map((choice) => (choice === '' ? '빈 글자' : String(choice))).join(' · ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeKind))].join(' 또는 ')
  if (schema.items) return `목록(${describeKind(schema.items)})`
  if (schema.type === undefined) return '글자'
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const lengthText = schema.maxLength === undefined ? '' : ` ${formatNumber(schema.maxLength)}자까지`
  return types.map((type) => kinds[type] ?? type).join(' 또는 ') + lengthText
}
