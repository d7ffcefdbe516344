# Completion of dossier for bash. In ~/.bashrc: source <(dossier completion bash)
_dossier() {
	local line=${COMP_LINE:0:COMP_POINT} words cur= candidate before
	read -ra words <<<"$line"
	if [[ $line != *[[:space:]] ]]; then
		cur=${words[-1]}
		unset 'words[-1]'
	fi
	before=${cur%"${cur##*[=:]}"} # which bash takes for words before the cursor
	COMPREPLY=()
	while IFS=$'\t' read -r candidate _; do
		case $candidate in
		*:files)
			compopt -o filenames
			while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "${cur#"$before"}")
			;;
		*:folders)
			compopt -o filenames
			while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -d -- "${cur#"$before"}")
			;;
		*) COMPREPLY+=("${candidate#"$before"}") ;;
		esac
	done < <("${words[0]/#\~/$HOME}" complete-words -- "${words[@]:1}" "$cur" 2>/dev/null)
}
complete -F _dossier dossier
