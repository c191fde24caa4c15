/** `GET`: the office itself, for everybody; `PUT`: another one, by a superuser (office-settings.ts). Apart from the schemas: visitors load this. */
export const officePath = '/api/office'

/** Where the picture of its seal is served; each picture under an address of its own. */
export const officeSealPath = '/api/office/seal/'
