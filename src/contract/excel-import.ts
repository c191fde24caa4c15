import { z } from 'zod'
import { collectionNames } from './books/collections.ts'
import { idSchema } from './values.ts'

/**
 * `POST …/import_excel/` of a business (multipart: `file`, optional `mode`, `sheet`, `mapping`, `creates`). Rows of a sheet that was taken out here are known by its hidden columns 번호 and
 * 내보낸 기준: of them only what was changed in the sheet is written. `dry_run` writes nothing; `good_rows` writes the rows without errors, new and changed, as one undoable
 * act, `changed_rows` the changed ones alone. A plain client that sends only `file` gets `good_rows` if every row is good, else a refusal with the errors.
 * What the sheet no longer holds stays: a missing row deletes nothing, a missing column empties nothing.
 */
export const importModes = ['dry_run', 'good_rows', 'changed_rows', 'all_or_nothing'] as const

/** The form's `mapping` as JSON: name of a column (`header` of the dry run) → key of a field, null for a column that is not imported. Columns that are not named mean what their titles say. */
export const importMappingSchema = z.record(z.string().max(200), z.string().max(60).nullable())
export type ImportMapping = z.infer<typeof importMappingSchema>

/** The form's `creates` as JSON: keys of references whose unknown names (`missing` of the dry run) are to become records along with the rows. */
export const importCreatesSchema = z.array(z.string().max(60)).max(20)

/** Sheets of a workbook in their order, those that are visible and not empty. One of them was read. */
const readSheets = z.array(
  z.object({
    name: z.string(),
    is_read: z.boolean(),
    /** It has the titles of the book, and rows below them. */
    has_titles: z.boolean(),
  }),
)

const cellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const importReportSchema = z.object({
  mode: z.enum(importModes),
  /** A sheet is chosen by its titles, or by the form's `sheet`. Empty where the file has one table and no names. */
  sheets: readSheets.default([]),
  columns: z.array(
    z.object({
      /** Its title, with its letter where that is empty or another column's as well. */
      header: z.string(),
      field: z.string().nullable(),
      label: z.string().nullable(),
      /** The first values below the title, as Excel shows them; only where columns can be mapped. */
      samples: z.array(z.string()).default([]),
    }),
  ),
  /** Columns that hold something and are not imported, with how many rows of them do; without a title they are named by their letter. */
  untaken: z
    .array(z.object({ header: z.string(), rows: z.int().positive(), samples: z.array(z.string()) }))
    .default([]),
  /** What a column may be mapped to. Empty where the sheet was taken out here: its titles decide. */
  targets: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })).default([]),
  total: z.int().nonnegative(),
  /** New rows without errors. */
  good: z.int().nonnegative(),
  /** Rows of our own sheets in which something changed, and those in which nothing did. */
  changed: z.int().nonnegative().default(0),
  same: z.int().nonnegative().default(0),
  /** What changed, cell by cell, with what follows from it (부가세); of very many the first. */
  differences: z
    .array(
      z.object({
        row: z.int().positive(),
        id: idSchema,
        /** How people speak of the record. */
        caption: z.string(),
        field: z.string(),
        label: z.string(),
        /** As it stands now; where somebody else changed it since the sheet was taken out, as it stood then. */
        before: z.string(),
        after: z.string(),
        /** Somebody else changed the same cell meanwhile, to this: it is not written. `by` is empty where nobody knows who. */
        theirs: z.object({ text: z.string(), by: z.string() }).nullable(),
      }),
    )
    .default([]),
  difference_count: z.int().nonnegative().default(0),
  /** Cells that were hidden when the sheet was taken out (domain/masked-value.ts), in rows of records that are there: left as they are, whatever was made of their stars. */
  masked: z.int().nonnegative().default(0),
  errors: z.array(
    z.object({ row: z.int().positive(), field: z.string().nullable(), value: z.string(), message: z.string() }),
  ),
  /** Names that rows give of records that are not there, by reference. `reason`: why they cannot be made along with the rows; null when they can (`creates`). */
  missing: z
    .array(
      z.object({
        field: z.string(),
        /** Such a record in a word: 사업구간. */
        noun: z.string(),
        names: z.array(z.string()),
        reason: z.string().nullable(),
      }),
    )
    .default([]),
  /** Rows that are good but may be there already, or twice in the file: the user decides. */
  warnings: z.array(z.object({ row: z.int().positive(), message: z.string() })).default([]),
  /** What was left out or read in another way than it stands in the sheet (a merged amount, a cancelled use), each said once. */
  notes: z.array(z.object({ row: z.int().positive(), message: z.string() })).default([]),
  /** The first of the new rows without errors, as they will be stored. */
  preview: z
    .object({
      columns: z.array(z.object({ field: z.string(), label: z.string() })),
      rows: z.array(z.object({ row: z.int().positive(), cells: z.array(z.string()) })),
    })
    .default({ columns: [], rows: [] }),
  /** Values of good rows that are stored as something else than what is written (내일, 1.5억, a year of two digits); of very many the first. `stored` is empty where nothing will be. */
  interpreted: z
    .array(
      z.object({
        row: z.int().positive(),
        field: z.string(),
        label: z.string(),
        written: z.string(),
        stored: z.string(),
      }),
    )
    .default([]),
  interpreted_count: z.int().nonnegative().default(0),
  /** The same values in another spelling (2026.11.20, 1,200원): how many of a field, and the first of them. */
  respelled: z
    .array(
      z.object({
        field: z.string(),
        label: z.string(),
        count: z.int().positive(),
        written: z.string(),
        stored: z.string(),
      }),
    )
    .default([]),
  /** Of a text that is not in Unicode: the encoding it was read in. */
  encoding: z.string().nullable().default(null),
  /** New records really written; 0 in a dry run. */
  imported: z.int().nonnegative(),
  /** Names the act in the change log, so that it can be undone as one. */
  act_id: idSchema.nullable(),
  /** Of the records written, in the order of the sheet: a device undoes the act record by record, as ordinary deletes. */
  ids: z.array(idSchema).default([]),
  /** Records really changed, with the version they have now: a device undoes the act as ordinary edits. */
  changes: z
    .array(
      z.object({
        id: idSchema,
        version: z.int().positive(),
        fields: z.record(z.string(), z.object({ old: cellValue, new: cellValue })),
      }),
    )
    .default([]),
  /** Records of other books written before them in the same act. */
  made: z.array(z.object({ collection: z.enum(collectionNames), id: idSchema })).default([]),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** Excel limits (spec 1 §5). */
export const importLimits = { maxBytes: 10_485_760, maxRows: 20_000, maxColumns: 256, maxCellLength: 32_000 } as const
