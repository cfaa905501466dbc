import { useFormContext, useWatch } from 'react-hook-form';
import type { Profile } from '#shared/collections/profiles.ts';
import { PROFILE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { saveProfile, type ProfileAccount } from '#pwa/data/session/profile.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import { ChangedElsewhere } from '../changed-elsewhere.tsx';
import { DocumentForm } from '../document-form.tsx';
import { PictureChooser } from '../picture-chooser.tsx';
import { useDocumentForm } from '../use-document-form.ts';
import styles from './profile.module.css';
import { PROFILE_KIND, PROFILE_TITLES, toProfile, type ProfileValues } from './profile-values.ts';

interface ProfileFormProps {
  readonly account: ProfileAccount;
  /** The profile as it is now. */
  readonly profile: Profile | undefined;
}

export function ProfileForm({ account, profile }: ProfileFormProps) {
  const app = useAppStore();
  const outer = useDocumentForm(PROFILE_KIND, `profiles/${account.id}`, profile);
  const { control, register, setValue } = outer.form;
  const picture = useWatch({ control, name: 'profileImage' });

  async function store(values: ProfileValues) {
    await saveProfile(app, account, (current) => toProfile(outer.base(), values, current));
    return account.id;
  }

  return (
    <DocumentForm
      outer={outer}
      noun="profile"
      isForStaff={false}
      purpose="Here you say who you are."
      store={store}
      toPath={() => '/account'}
      actions={<ButtonLink to="/account">Cancel</ButtonLink>}
      className={styles.form}
      barClassName={styles.actions}
    >
      <fieldset className={styles.types}>
        <legend>What you are</legend>
        {(['profileTypeTherapist', 'profileTypeClient'] as const).map((field) => (
          <div key={field}>
            <Checkbox type="checkbox" {...register(field)}>
              {PROFILE_TITLES[field]}
            </Checkbox>
            <ChangedElsewhere field={field} />
          </div>
        ))}
        <p className={styles.note}>This decides only which page opens after you sign in.</p>
      </fieldset>
      <ProfilePicture
        account={account}
        address={picture}
        onChange={(address) => setValue('profileImage', address)}
      />
      <TextField field="profileNameGiven" input={{ autoComplete: 'given-name' }} />
      <TextField field="profileNameOther" input={{ autoComplete: 'additional-name' }} />
      <TextField field="profileNameFamily" input={{ autoComplete: 'family-name' }} />
      <div>
        <p className={styles.label}>Email</p>
        <p className={styles.address}>{account.email}</p>
        <p className={styles.note}>
          This is the address you sign in with. Your profile always has the same one.{' '}
          <Link to="/account/security">Change the address</Link>
        </p>
      </div>
      <TextField field="profileMobile" input={{ type: 'tel', autoComplete: 'tel' }} />
      <TextField field="profileAddress" input={{ autoComplete: 'street-address' }} isLong />
      <TextField field="profileDateOfBirth" input={{ type: 'date', autoComplete: 'bday' }} />
      <TextField field="profileClinicName" input={{ autoComplete: 'organization' }} />
      <TextField
        field="profileDiscipline"
        input={{ autoComplete: 'off' }}
        hint="One a line, such as Physiotherapy."
        isLong
      />
    </DocumentForm>
  );
}

interface TextFieldProps {
  readonly field: Exclude<keyof ProfileValues, 'profileTypeTherapist' | 'profileTypeClient'>;
  readonly input: { readonly type?: string; readonly autoComplete: string };
  readonly hint?: string;
  /** Whether it has several lines. */
  readonly isLong?: boolean;
}

function TextField({ field, input, hint, isLong }: TextFieldProps) {
  const { register, formState } = useFormContext<ProfileValues>();
  const error = formState.errors[field]?.message;
  return (
    <div className={styles.field}>
      <Field label={PROFILE_TITLES[field]} isOptional hint={hint} error={error}>
        {(props) =>
          isLong ? (
            <TextArea {...props} rows={3} autoComplete={input.autoComplete} {...register(field)} />
          ) : (
            <TextInput {...props} {...input} {...register(field)} />
          )
        }
      </Field>
      <ChangedElsewhere field={field} />
    </div>
  );
}

interface ProfilePictureProps {
  readonly account: ProfileAccount;
  /** Empty without one. */
  readonly address: string;
  readonly onChange: (address: string) => void;
}

/** The picture, which a person may change unless the account has one. */
function ProfilePicture({ account, address, onChange }: ProfilePictureProps) {
  const shown = account.photo || address;
  return (
    <div className={styles.field}>
      <p className={styles.label}>Picture</p>
      <Picture
        src={shown || PROFILE_IMAGE_PLACEHOLDER}
        alt={shown === '' ? 'No picture yet' : 'You, as your profile shows you'}
        sizes="8rem"
        width={128}
        height={128}
        className={styles.face}
      />
      {account.photo ? (
        <p className={styles.note}>
          This picture comes from your account. Change it where you got the account, such as at Google; the
          next time you sign in that way, the new one is here.
        </p>
      ) : (
        <>
          <PictureChooser bucket="profile-pictures" address={address} onChosen={onChange} />
          {address !== '' && (
            <Button kind="plain" onClick={() => onChange('')}>
              Remove the picture
            </Button>
          )}
          <ChangedElsewhere field="profileImage" />
        </>
      )}
    </div>
  );
}
