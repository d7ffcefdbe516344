#compdef dossier
# Completion of dossier for zsh. In ~/.zshrc, after compinit: source <(dossier completion zsh)
_dossier() {
	local -a lines found
	local line word
	lines=("${(@f)$("${(Q)words[1]/#\~/$HOME}" complete-words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
	for line in $lines; do
		word=${line%%$'\t'*}
		case $word in
		*:files) compset -P '*='; _files; return ;;
		*:folders) compset -P '*='; _files -/; return ;;
		'') ;;
		*) found+=("${word//:/\\:}:${line#*$'\t'}") ;;
		esac
	done
	(( $#found )) && _describe -V dossier found
}
compdef _dossier dossier
