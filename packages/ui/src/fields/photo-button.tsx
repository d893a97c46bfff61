/** Opens the camera of a phone or tablet; hidden on devices with a mouse. */
import { IconCamera } from '@tabler/icons-react';
import classes from './upload-area.module.css';

export function PhotoButton({ label, onPhoto }: { label: string; onPhoto: (file: File) => void }) {
  return (
    <label className={classes.photo}>
      <input
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onPhoto(file);
          currentTarget.value = '';
        }}
      />
      <IconCamera aria-hidden="true" />
      {label}
    </label>
  );
}
