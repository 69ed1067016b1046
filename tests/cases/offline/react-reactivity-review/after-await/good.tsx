import { useState } from "react";
import { upload } from "./api";

export function Photos() {
  const [photos, setPhotos] = useState<string[]>([]);
  const add = async (file: File) => {
    const photo = await upload(file);
    setPhotos((current) => [...current, photo]);
  };
  return <Picker photos={photos} onPick={add} />;
}
