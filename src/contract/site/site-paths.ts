/**
 * `GET`: what visitors can read on the site, for the search that runs in the page. Kept apart from
 * the schema, because visitors load this.
 */
export const siteSectionsPath = '/api/site/sections'
