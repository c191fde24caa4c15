import { companyImageLimits } from '#contract/deposit-cases/master-data.ts'
import { idSchema } from '#contract/records/values.ts'
import type { WriteRequest } from '../db/writable-collection.ts'
import type { Deps } from '../deps.ts'
import { readPictureForm } from '../documents/pictures/store-picture.ts'
import { asFields, readBody, type ReadSent } from '../books/write-routes.ts'
import { pictureOfDeleted, storeCompanyPicture } from './company-picture.ts'

/** Reads a department sent as JSON or as a form. */
export function readDepartmentSent(): ReadSent {
  return async (kind, parts) => {
    if (!parts.form) return await readBody(kind, parts)
    const { fields } = await readPictureForm(parts.form, companyImageLimits)
    return { body: fields }
  }
}

/**
 * Reads a company sent as JSON or as a form, with or without a picture
 * (contract/deposit-cases/master-data.ts). A company created again under the id of a deleted one,
 * as an undo does, gets its picture back.
 */
export function readCompanySent({ db, newId }: Deps): ReadSent {
  return async (kind, parts) => {
    const isForm = parts.form !== null
    const { fields, picture } = parts.form
      ? await readPictureForm(parts.form, companyImageLimits)
      : { fields: parts.body, picture: undefined }
    const { remove_img: isRemoved, ...sentFields } = asFields(fields)
    const form = isForm ? withId(kind, sentFields, newId) : undefined
    const body = form ?? parts.body
    const id = idSchema.safeParse((form ?? sentFields)['id'])
    // A picture needs its company's id. Without a valid one the pipeline refuses the request.
    if (!id.success) return { body }
    if (picture !== undefined) return { body, stored: { img: await storeCompanyPicture(db, id.data, picture) } }
    if (isForm && isRemoved === '1') return { body, stored: { img: null } }
    const lost = kind === 'create' ? await pictureOfDeleted(db, id.data) : undefined
    return lost === undefined ? { body } : { body, stored: { img: lost } }
  }
}

function withId(
  kind: WriteRequest['kind'],
  fields: Readonly<Record<string, unknown>>,
  newId: () => string,
): Record<string, unknown> {
  return kind === 'create' && fields['id'] === undefined ? { id: newId(), ...fields } : { ...fields }
}
