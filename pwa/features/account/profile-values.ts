import * as v from 'valibot';
import { optionalText } from '#shared/collections/collection.ts';
import { EMPTY_PROFILE, type Profile, type ProfileContent } from '#shared/collections/profiles.ts';
import { mergeForm } from '#shared/domain/merge-form.ts';
import { PROFILE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import type { FormKind } from '../use-document-form.ts';

const PHONE = /^\+?[\d\s().-]*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A form's fields, as a person types them. The address of the account is no field: the account decides it. */
const fields = {
  profileNameGiven: optionalText(200),
  profileNameOther: optionalText(200),
  profileNameFamily: optionalText(200),
  profileImage: optionalText(2_000),
  profileMobile: optionalText(60),
  profileAddress: optionalText(1_000),
  profileDateOfBirth: optionalText(40),
  profileClinicName: optionalText(200),
  /** One a line. */
  profileDiscipline: v.pipe(
    v.string(),
    v.check((text) => toLines(text).length <= 50, 'Name at most 50 disciplines, one a line.'),
    v.check(
      (text) => toLines(text).every((line) => line.length <= 200),
      'One line has more than 200 characters. Make it shorter, or two lines.',
    ),
  ),
  profileTypeTherapist: v.boolean(),
  profileTypeClient: v.boolean(),
};
export type ProfileValues = v.InferOutput<v.ObjectSchema<typeof fields, undefined>>;

const keptText = v.fallback(v.string(), '');
const keptFlag = v.fallback(v.boolean(), false);
const keptSchema = v.object({
  profileNameGiven: keptText,
  profileNameOther: keptText,
  profileNameFamily: keptText,
  profileImage: keptText,
  profileMobile: keptText,
  profileAddress: keptText,
  profileDateOfBirth: keptText,
  profileClinicName: keptText,
  profileDiscipline: keptText,
  profileTypeTherapist: keptFlag,
  profileTypeClient: keptFlag,
});

/** What the fields are called. */
export const PROFILE_TITLES: Readonly<Record<keyof ProfileValues, string>> = {
  profileNameGiven: 'Given name',
  profileNameOther: 'Other names',
  profileNameFamily: 'Family name',
  profileImage: 'Picture',
  profileMobile: 'Mobile',
  profileAddress: 'Address',
  profileDateOfBirth: 'Date of birth',
  profileClinicName: 'Clinic',
  profileDiscipline: 'Disciplines',
  profileTypeTherapist: 'I am a therapist',
  profileTypeClient: 'I am a client',
};

export const PROFILE_KIND: FormKind<Profile, ProfileValues> = {
  toValues: (profile) => toValues(profile ?? EMPTY_PROFILE),
  readKept: (content) => v.parse(keptSchema, { ...toValues(EMPTY_PROFILE), ...content }),
  toSchema: toProfileSchema,
  toTitle: ({ profileNameGiven, profileNameFamily }) => `${profileNameGiven} ${profileNameFamily}`.trim(),
  toFieldTitle: (field) => (PROFILE_TITLES as Readonly<Partial<Record<string, string>>>)[field] ?? field,
};

/** What was stored before the form had rules is refused only if the person changes it. */
function toProfileSchema(before: ProfileValues): v.GenericSchema<ProfileValues> {
  return v.object({
    ...fields,
    profileMobile: v.pipe(
      fields.profileMobile,
      v.check(
        (text) => text === before.profileMobile || PHONE.test(text.trim()),
        'This is no phone number. Write digits and spaces, such as 0400 000 000 or +61 400 000 000.',
      ),
    ),
    profileDateOfBirth: v.pipe(
      fields.profileDateOfBirth,
      v.check(
        (text) => text === '' || text === before.profileDateOfBirth || isDay(text),
        'This day does not exist. Write year, month and day, such as 1990-12-31.',
      ),
      v.check(
        (text) => text === before.profileDateOfBirth || text <= toDay(new Date()),
        'This day is in the future. Write the day you were born.',
      ),
    ),
  });
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Today where the person is. */
function toDay(date: Date): string {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function toLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The placeholder is no picture that a person chose. */
function toValues(profile: ProfileContent): ProfileValues {
  const { profileImage } = profile;
  return {
    profileNameGiven: profile.profileNameGiven,
    profileNameOther: profile.profileNameOther,
    profileNameFamily: profile.profileNameFamily,
    profileImage: profileImage === PROFILE_IMAGE_PLACEHOLDER ? '' : profileImage,
    profileMobile: profile.profileMobile,
    profileAddress: profile.profileAddress ?? '',
    profileDateOfBirth: profile.profileDateOfBirth ?? '',
    profileClinicName: profile.profileClinicName,
    profileDiscipline: profile.profileDiscipline.join('\n'),
    profileTypeTherapist: profile.profileTypeTherapist,
    profileTypeClient: profile.profileTypeClient,
  };
}

/**
 * The profile to store: what the person changed, over the newest state on the device.
 * @param base the state that the person began with
 */
export function toProfile(
  base: Profile | undefined,
  values: ProfileValues,
  current: ProfileContent | undefined,
): ProfileContent {
  const newest = current ?? EMPTY_PROFILE;
  const { form } = mergeForm(PROFILE_KIND.toValues(base), values, toValues(newest));
  return {
    ...newest,
    ...form,
    profileImage: form.profileImage || PROFILE_IMAGE_PLACEHOLDER,
    profileMobile: form.profileMobile.trim(),
    profileAddress: form.profileAddress.trim() || null,
    profileDateOfBirth: form.profileDateOfBirth || null,
    profileDiscipline: [...toLines(form.profileDiscipline)],
  };
}
