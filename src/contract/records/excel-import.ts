import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { idSchema } from './values.ts'

/**
 * `POST …/import_excel/` of a book (multipart: `file`, optional `mode`, `sheet`, `mapping`,
 * `creates`). Rows of a sheet exported here are identified by its hidden columns 번호 and 내보낸 기준, and
 * only cells changed in the sheet are written. `dry_run` writes nothing; `good_rows` writes new and
 * changed rows without errors as one undoable act; `changed_rows` writes only the changed ones.
 * `all_or_nothing`, the default for a plain client that sends only `file`, refuses the file with
 * its errors unless every row is good.
 * A missing row deletes nothing, and a missing column empties nothing.
 */
export const importModes = ['dry_run', 'good_rows', 'changed_rows', 'all_or_nothing'] as const

/**
 * The form's `mapping` as JSON: column name (`header` of the dry run) → field key, null to skip the
 * column. For other columns the title decides.
 */
export const importMappingSchema = z.record(z.string().max(200), z.string().max(60).nullable())
export type ImportMapping = z.infer<typeof importMappingSchema>

/**
 * The form's `creates` as JSON: keys of references whose unknown names (`missing` of the dry run)
 * should become records along with the rows.
 */
export const importCreatesSchema = z.array(z.string().max(60)).max(20)

/** Visible, non-empty sheets of the workbook, in order. One of them was read. */
const sheetsSchema = z.array(
  z.object({
    name: z.string(),
    is_read: z.boolean(),
    /** Whether it has the book's column titles with rows below. */
    has_titles: z.boolean(),
  }),
)

const cellValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const importReportSchema = z.object({
  mode: z.enum(importModes),
  /**
   * The sheet is chosen by its titles or by the form's `sheet`. Empty if the file has a single
   * unnamed table.
   */
  sheets: sheetsSchema.default([]),
  columns: z.array(
    z.object({
      /** Column title, with the column letter if the title is empty or not unique. */
      header: z.string(),
      field: z.string().nullable(),
      label: z.string().nullable(),
      /** First values below the title, as Excel shows them; only if columns can be mapped. */
      samples: z.array(z.string()).default([]),
    }),
  ),
  /**
   * Non-empty columns that are not imported, with their number of filled rows; named by letter if
   * they have no title.
   */
  untaken: z
    .array(z.object({ header: z.string(), rows: z.int().positive(), samples: z.array(z.string()) }))
    .default([]),
  /** Fields a column may be mapped to. Empty for a sheet exported here, where the titles decide. */
  targets: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })).default([]),
  total: z.int().nonnegative(),
  /** New rows without errors. */
  good: z.int().nonnegative(),
  /** Rows of a sheet exported here: with changes, and without. */
  changed: z.int().nonnegative().default(0),
  same: z.int().nonnegative().default(0),
  /** Changes per cell, including derived values (부가세). Capped. */
  differences: z
    .array(
      z.object({
        row: z.int().positive(),
        id: idSchema,
        /** Display name of the record. */
        caption: z.string(),
        field: z.string(),
        label: z.string(),
        /**
         * The current value, or, if somebody else has changed it since the export, the exported
         * value.
         */
        before: z.string(),
        after: z.string(),
        /**
         * Value somebody else has since written to the same cell; the cell is not imported. `by` is
         * empty if unknown.
         */
        theirs: z.object({ text: z.string(), by: z.string() }).nullable(),
      }),
    )
    .default([]),
  difference_count: z.int().nonnegative().default(0),
  /**
   * Cells of existing rows that were masked at the export (text/masked-value.ts). They are left
   * unchanged, even if the sheet now contains something else.
   */
  masked: z.int().nonnegative().default(0),
  errors: z.array(
    z.object({ row: z.int().positive(), field: z.string().nullable(), value: z.string(), message: z.string() }),
  ),
  /**
   * Names of unknown records, by reference. `reason`: why they cannot be created along with the
   * rows; null if they can (`creates`).
   */
  missing: z
    .array(
      z.object({
        field: z.string(),
        /** Noun for such a record: 사업구간. */
        noun: z.string(),
        names: z.array(z.string()),
        reason: z.string().nullable(),
      }),
    )
    .default([]),
  /** Good rows that may exist already or appear twice in the file; the user decides. */
  warnings: z.array(z.object({ row: z.int().positive(), message: z.string() })).default([]),
  /** What was skipped or interpreted (a merged amount, a cancelled use), once per kind. */
  notes: z.array(z.object({ row: z.int().positive(), message: z.string() })).default([]),
  /** The first new rows without errors, as they will be stored. */
  preview: z
    .object({
      columns: z.array(z.object({ field: z.string(), label: z.string() })),
      rows: z.array(z.object({ row: z.int().positive(), cells: z.array(z.string()) })),
    })
    .default({ columns: [], rows: [] }),
  /**
   * Values stored differently from how they are written (내일, 1.5억, a two-digit year). Capped.
   * `stored` is empty if nothing will be stored.
   */
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
  /** Values only respelled (2026.11.20, 1,200원): how many per field, and the first of them. */
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
  /** Encoding of a text file that is not in Unicode. */
  encoding: z.string().nullable().default(null),
  /** New records written; 0 in a dry run. */
  imported: z.int().nonnegative(),
  /** Id of the action in the change log, used to undo it as a whole. */
  act_id: idSchema.nullable(),
  /** Ids of new records, in sheet order. A device undoes the action with ordinary deletes. */
  ids: z.array(idSchema).default([]),
  /** Changed records with their new version. A device undoes the action with ordinary edits. */
  changes: z
    .array(
      z.object({
        id: idSchema,
        version: z.int().positive(),
        fields: z.record(z.string(), z.object({ old: cellValueSchema, new: cellValueSchema })),
      }),
    )
    .default([]),
  /** Records of other books created before them in the same action. */
  made: z.array(z.object({ collection: z.enum(collectionNames), id: idSchema })).default([]),
})
export type ImportReport = z.infer<typeof importReportSchema>

export const importLimits = { maxBytes: 10_485_760, maxRows: 20_000, maxColumns: 256, maxCellLength: 32_000 } as const
