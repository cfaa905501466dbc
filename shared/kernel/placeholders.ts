/** Profile image of a user without one. */
export const PROFILE_IMAGE_PLACEHOLDER = '/placeholders/profile.svg';
/** Picture of a template without one. */
export const TEMPLATE_IMAGE_PLACEHOLDER = '/placeholders/template.svg';
