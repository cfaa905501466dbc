/** Picture of a person who has given none. */
export const PROFILE_IMAGE_PLACEHOLDER = '/placeholders/profile.svg';
